// A puck and the phone beside it, as a script: registers, starts a claim, waits for the button, signs,
// finishes.   node local/demo/puck-simulator.ts [--press] [--bay kitchen] [--space Kitchen] [--device-id
// my-puck] [--wrong]
import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { messageOf } from "../../lib/kernel/text.ts";
import { readSettings } from "../start/settings.ts";
import { StartError } from "../start/start-error.ts";
import type { DemoCompanion } from "./companion.ts";

const SECRET_BYTES = 32;

const OPTIONS = {
  press: { type: "boolean", default: false },
  wrong: { type: "boolean", default: false },
  "device-id": { type: "string" },
  bay: { type: "string" },
  space: { type: "string" },
} as const;

type Puck = { deviceId: string; secret: Uint8Array<ArrayBuffer> };

try {
  const { values } = parseArgs({ options: OPTIONS });
  await simulate(await openDemoPhone(), values);
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}

type Wishes = { press: boolean; wrong: boolean; "device-id"?: string; bay?: string; space?: string };

async function simulate(phone: Phone, wishes: Wishes): Promise<void> {
  const deviceId = wishes["device-id"] ?? `puck-${randomBytes(4).toString("hex")}`;
  const puck = { deviceId, secret: Uint8Array.from(randomBytes(SECRET_BYTES)) };
  say("phone", `registers the puck ${deviceId} with the secret that it was made with`);
  await phone("POST", "/api/pucks/register", { device_id: deviceId, secret: hex(puck.secret) });
  const { nonce, expires_at } = await phone("POST", "/api/pucks/claim/start", { device_id: deviceId });
  say("server", `issues the nonce ${nonce}, good until ${expires_at}`);
  await button(wishes.press);
  const signer = wishes.wrong ? { ...puck, secret: new Uint8Array(SECRET_BYTES) } : puck;
  const hmac = await sign(signer, String(nonce));
  say("puck", `signs it: HMAC-SHA-256(secret, nonce) = ${hmac}`);
  const place = { ...(wishes.bay && { bay_id: wishes.bay }), ...(wishes.space && { space: wishes.space }) };
  const { bay } = await phone("POST", "/api/pucks/claim/finish", {
    device_id: deviceId,
    nonce,
    hmac,
    ...place,
  });
  await showFace(phone, bay);
}

async function showFace(phone: Phone, bay: unknown): Promise<void> {
  const { bay_id } = bay as { bay_id: string };
  const { mood, reason, source } = await phone("GET", `/api/bays/${bay_id}/mood`);
  say("server", `binds it to the bay ${bay_id}`);
  say("puck", `feels ${mood} (${source}): ${reason}`);
}

async function button(isPressed: boolean): Promise<void> {
  if (isPressed) return say("you", "press the button");
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  await terminal.question("   you  │ press Enter for the puck's button ");
  terminal.close();
}

async function sign({ secret }: Puck, nonce: string): Promise<string> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", secret, algorithm, false, ["sign"]);
  return hex(new Uint8Array(await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(nonce))));
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}

function say(who: string, what: string): void {
  console.log(`${who.padStart(6)}  │ ${what}`);
}

type Demo = Pick<DemoCompanion, "companion"> & { base_url: string };
type Answer = Record<string, unknown>;

/** A call of the demo's phone: the answer's body. Throws the error's sentence where it is refused. */
type Phone = (method: string, route: string, body?: object) => Promise<Answer>;

/** The phone that `demo.json` knows. New tokens go back into the file: the old ones are spent. */
async function openDemoPhone(): Promise<Phone> {
  const file = path.join(readSettings(process.env).dataDir, "demo.json");
  const demo = await readDemo(file);
  return async (method, route, body) => {
    const { access_token, refresh_token } = demo.companion;
    const response = await fetch(new URL(route, demo.base_url), {
      method,
      headers: { Authorization: `Bearer ${access_token}`, "X-SB-Refresh-Token": refresh_token },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    await keepTokens(file, demo, response.headers);
    const answer = (await response.json()) as Answer;
    if (!response.ok) throw new StartError(`${method} ${route} answers ${response.status}: ${answer.error}`);
    return answer;
  };
}

async function readDemo(file: string): Promise<Demo> {
  const text = await readFile(file, "utf8").catch(() => {
    throw new StartError(`There is no ${file} yet: start the service with npm start, and leave it running.`);
  });
  const demo = JSON.parse(text) as Partial<Demo>;
  if (demo.base_url === undefined || demo.companion === undefined)
    throw new StartError(`${file} has no companion session in it: start the service with its demo homes.`);
  return { ...demo, base_url: demo.base_url, companion: demo.companion };
}

async function keepTokens(file: string, demo: Demo, headers: Headers): Promise<void> {
  const [access, refresh] = [headers.get("X-SB-Access-Token"), headers.get("X-SB-Refresh-Token")];
  if (access === null || refresh === null) return;
  demo.companion = { access_token: access, refresh_token: refresh };
  await writeFile(file, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
}
