// A puck and the phone beside it, as a script: registers, starts a claim, waits for the button, signs,
// finishes.   node local/demo/puck-simulator.ts [--press] [--bay kitchen] [--space Kitchen] [--device-id
// my-puck] [--wrong]
import { randomBytes } from "node:crypto";
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { messageOf } from "../../lib/kernel/text.ts";
import { openDemoPhone, type Phone } from "./phone.ts";

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
