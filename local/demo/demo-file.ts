import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { BrowserContext } from "playwright-core";
import { newSecret } from "../../lib/kernel/secret.ts";
import { SECRET_TYPES, type SecretType } from "../../schema/vocabulary.ts";
import { PROJECT_FOLDER } from "../start/project-folder.ts";
import { StartError } from "../start/start-error.ts";
import { ADA, CLEO, PULL_FEED_ID } from "./demo.ts";

/** What `demo.json` holds: the demo's addresses and secrets, for people and for scripts. */
export type DemoFile = {
  base_url: string;
  household_id: string;
  push_device: { id: string; ingest_key: string };
  pull_feed: { id: string; url: string };
  api_key: string;
  share_token: string;
  inbound: { token: string; signing_secret: string };
  cron_secret: string;
  /** `name=value`, as a Cookie header takes it. */
  session_cookie: string;
  free: {
    household_id: string;
    push_device: { id: string; ingest_key: string };
    api_key: string;
    share_token: string;
    session_cookie: string;
    inbound: { token: string };
  };
  viewer: { session_cookie: string };
  manager: { session_cookie: string };
  /** The access token is good for 15 minutes after the start. */
  companion: { access_token: string; refresh_token: string };
  /** `secret` in hex. */
  puck: { device_id: string; secret: string };
  bay_id: string;
  sandbox_url: string | undefined;
};

const PUCK_SECRET_BYTES = 32;

type DemoPlace = { baseUrl: string; sandboxUrl: string | undefined; cronSecret: string };

const random = (count: number) => crypto.getRandomValues(new Uint8Array(count));

const cookie = () => `__Host-session=${newSecret(SECRET_TYPES.session, random)}`;

/** Secrets of an earlier start are kept; where they are gone, the same homes get new ones. */
export function demoFile(place: DemoPlace, earlier: Partial<DemoFile>): DemoFile {
  const secret = (kept: string | undefined, type: SecretType) => kept ?? newSecret(type, random);
  return {
    base_url: place.baseUrl,
    household_id: ADA.householdId,
    push_device: {
      id: ADA.devices[0].id,
      ingest_key: secret(earlier.push_device?.ingest_key, SECRET_TYPES.ingestKey),
    },
    pull_feed: { id: PULL_FEED_ID, url: `${place.baseUrl}/api/feeds/example` },
    api_key: secret(earlier.api_key, SECRET_TYPES.apiKey),
    share_token: secret(earlier.share_token, SECRET_TYPES.shareToken),
    inbound: {
      token: secret(earlier.inbound?.token, SECRET_TYPES.inboundToken),
      signing_secret: secret(earlier.inbound?.signing_secret, SECRET_TYPES.inboundToken),
    },
    cron_secret: place.cronSecret,
    session_cookie: earlier.session_cookie ?? cookie(),
    free: {
      household_id: CLEO.householdId,
      push_device: {
        id: CLEO.devices[0].id,
        ingest_key: secret(earlier.free?.push_device.ingest_key, SECRET_TYPES.ingestKey),
      },
      api_key: secret(earlier.free?.api_key, SECRET_TYPES.apiKey),
      share_token: secret(earlier.free?.share_token, SECRET_TYPES.shareToken),
      session_cookie: earlier.free?.session_cookie ?? cookie(),
      inbound: { token: secret(earlier.free?.inbound.token, SECRET_TYPES.inboundToken) },
    },
    viewer: { session_cookie: earlier.viewer?.session_cookie ?? cookie() },
    manager: { session_cookie: earlier.manager?.session_cookie ?? cookie() },
    companion: {
      access_token: secret(earlier.companion?.access_token, SECRET_TYPES.accessToken),
      refresh_token: secret(earlier.companion?.refresh_token, SECRET_TYPES.refreshToken),
    },
    puck: earlier.puck ?? {
      device_id: "puck-demo-1",
      secret: randomBytes(PUCK_SECRET_BYTES).toString("hex"),
    },
    bay_id: "bay_demoCellar",
    sandbox_url: place.sandboxUrl,
  };
}

export async function earlierDemo(file: string): Promise<Partial<DemoFile>> {
  try {
    return JSON.parse(await readFile(file, "utf8")) as Partial<DemoFile>;
  } catch {
    // There is none yet, or it is unreadable: the homes get new secrets, nothing else depends on it.
    return {};
  }
}

export async function writeDemo(file: string, demo: DemoFile): Promise<void> {
  await writeFile(file, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
  await chmod(file, 0o600);
}

/** The demo of the `npm start` that runs over DATA_DIR. */
export async function readDemo(): Promise<DemoFile> {
  const file = path.join(process.env.DATA_DIR ?? path.join(PROJECT_FOLDER, ".local"), "demo.json");
  if (!existsSync(file)) throw new StartError("Run `npm start` first: its demo home is looked at.");
  return JSON.parse(await readFile(file, "utf8")) as DemoFile;
}

/** Makes a browser the demo's owner. */
export async function signInAsOwner(context: BrowserContext, demo: DemoFile): Promise<void> {
  const [name = "", value = ""] = demo.session_cookie.split("=");
  const url = demo.base_url.replace("http:", "https:");
  await context.addCookies([{ name, value, url, secure: true, httpOnly: true }]);
}
