import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import type { DemoFile } from "../../local/demo/demo-file.ts";
import { seedDemo } from "../../local/demo/seed.ts";
import { openCompanion, renewedPair, sign, startClaim } from "../support/companion.ts";
import { SERVER_SECRET } from "../support/services.ts";

const companion = await openCompanion();
const dataDir = await mkdtemp(path.join(tmpdir(), "hearthwatch-demo-"));
afterAll(() => rm(dataDir, { recursive: true }));

async function seed(): Promise<DemoFile> {
  const { connectionString } = companion.database;
  const [SECRET, baseUrl] = [SERVER_SECRET, "https://hearthwatch.example"];
  const secrets = { CRON_SECRET: SECRET, SERVER_SECRET: SECRET, INGEST_KEY_ENCRYPTION_SECRET: SECRET };
  await seedDemo({ connectionString, baseUrl, dataDir, history: true, secrets }, companion.clock());
  return JSON.parse(await readFile(path.join(dataDir, "demo.json"), "utf8")) as DemoFile;
}

const demo = await seed();
const pair = { accessToken: demo.companion.access_token, refreshToken: demo.companion.refresh_token };

test("the demo's phone is signed in, its puck knows the secret, and its bay has a mood", async () => {
  const { status } = await companion.tell("GET", `/api/bays/${demo.bay_id}/mood`, { phone: pair });
  expect(status).toBe(200);
  const puck = { deviceId: demo.puck.device_id, secret: Buffer.from(demo.puck.secret, "hex") };
  const nonce = await startClaim(companion, pair, puck);
  const body = { device_id: puck.deviceId, nonce, hmac: sign(puck, nonce) };
  const answer = await companion.tell("POST", "/api/pucks/claim/finish", { phone: pair, body });
  expect(await answer.json()).toMatchObject({ ok: true, bay: { bay_id: demo.bay_id } });
});

test("another start keeps the secrets and begins the session anew, spent tokens and all", async () => {
  companion.clock.advance(15 * 60_000);
  expect(renewedPair(await companion.tell("GET", "/api/pucks", { phone: pair }))).not.toBeNull();
  companion.clock.advance(60 * 60_000);
  expect(await seed()).toEqual(demo);
  const answer = await companion.tell("GET", "/api/pucks", { phone: pair });
  expect([answer.status, renewedPair(answer)]).toEqual([200, null]);
});
