import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { BrowserContext } from "playwright-core";
import { webRandom } from "../../lib/kernel/runtime.vendor.ts";
import { newSecret } from "../../lib/kernel/secret.ts";
import { jsonIn } from "../../lib/kernel/text.ts";
import { SECRET_TYPES } from "../../schema/vocabulary.ts";
import { PROJECT_FOLDER, StartError } from "../start/project.ts";
import { ADA, CLEO, PULL_FEED_ID } from "./demo.ts";

/** The content of `demo.json`: the demo's addresses and secrets, for people and for scripts. */
export type DemoFile = ReturnType<typeof demoFile>;

const PUCK_SECRET_BYTES = 32;

type DemoPlace = { baseUrl: string; sandboxUrl: string | undefined; cronSecret: string };

/** Returns the text at a path such as `free.api_key`, or undefined. */
function textAt(file: unknown, place: string): string | undefined {
  const within = (value: unknown, name: string) =>
    (value as Record<string, unknown> | null | undefined)?.[name];
  const found = place.split(".").reduce(within, file);
  return typeof found === "string" ? found : undefined;
}

/** Keeps the secrets of an earlier start. If they are gone, the same homes get new ones. */
export function demoFile({ baseUrl, sandboxUrl, cronSecret }: DemoPlace, earlier: unknown) {
  const kept = (place: string, made: () => string): string => textAt(earlier, place) ?? made();
  const secret = (place: string, type: keyof typeof SECRET_TYPES) =>
    kept(place, () => newSecret(SECRET_TYPES[type], webRandom));
  /** `name=value`, as a Cookie header needs it. */
  const cookie = (place: string) =>
    kept(place, () => `__Host-session=${newSecret(SECRET_TYPES.session, webRandom)}`);
  return {
    base_url: baseUrl,
    household_id: ADA.householdId,
    push_device: { id: ADA.devices[0].id, ingest_key: secret("push_device.ingest_key", "ingestKey") },
    garage_device: { id: ADA.devices[1].id, ingest_key: secret("garage_device.ingest_key", "ingestKey") },
    pull_feed: { id: PULL_FEED_ID, url: `${baseUrl}/api/feeds/example` },
    api_key: secret("api_key", "apiKey"),
    share_token: secret("share_token", "shareToken"),
    inbound: {
      token: secret("inbound.token", "inboundToken"),
      signing_secret: secret("inbound.signing_secret", "inboundToken"),
    },
    cron_secret: cronSecret,
    session_cookie: cookie("session_cookie"),
    free: {
      household_id: CLEO.householdId,
      push_device: {
        id: CLEO.devices[0].id,
        ingest_key: secret("free.push_device.ingest_key", "ingestKey"),
      },
      api_key: secret("free.api_key", "apiKey"),
      share_token: secret("free.share_token", "shareToken"),
      session_cookie: cookie("free.session_cookie"),
      inbound: { token: secret("free.inbound.token", "inboundToken") },
    },
    viewer: { session_cookie: cookie("viewer.session_cookie") },
    manager: { session_cookie: cookie("manager.session_cookie") },
    /** The access token works for 15 minutes after the start. */
    companion: {
      access_token: secret("companion.access_token", "accessToken"),
      refresh_token: secret("companion.refresh_token", "refreshToken"),
    },
    puck: {
      device_id: "puck-demo-1",
      /** In hex. */
      secret: kept("puck.secret", () => randomBytes(PUCK_SECRET_BYTES).toString("hex")),
    },
    bay_id: "bay_demoCellar",
    sandbox_url: sandboxUrl,
  };
}

/** Undefined if the file is missing or unreadable: the homes then get new secrets, and nothing else depends on it. */
export const earlierDemo = async (file: string): Promise<unknown> =>
  jsonIn(await readFile(file, "utf8").catch(() => ""));

export async function writeDemo(file: string, demo: DemoFile): Promise<void> {
  await writeFile(file, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
  await chmod(file, 0o600);
}

/** Returns the demo of the `npm start` that runs on DATA_DIR. */
export async function readDemo(): Promise<DemoFile> {
  return await demoIn(process.env.DATA_DIR ?? path.join(PROJECT_FOLDER, ".local"));
}

export async function demoIn(dataDir: string): Promise<DemoFile> {
  const file = path.join(dataDir, "demo.json");
  if (!existsSync(file)) throw new StartError("Run `npm start` first: its demo home is looked at.");
  return JSON.parse(await readFile(file, "utf8")) as DemoFile;
}

/** Signs a browser in as the demo's owner. */
export async function signInAsOwner(context: BrowserContext, demo: DemoFile): Promise<void> {
  const [name = "", value = ""] = demo.session_cookie.split("=");
  const url = demo.base_url.replace("http:", "https:");
  await context.addCookies([{ name, value, url, secure: true, httpOnly: true }]);
}
