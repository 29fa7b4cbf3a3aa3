import { Client } from "pg";
import { afterAll, expect, test } from "vitest";
import { type DemoCompanion, demoCompanion, seedCompanion } from "../../local/demo/companion.ts";
import { openCompanion, renewedPair, sign, startClaim } from "../support/companion.ts";
import { serverVault } from "../support/ports.ts";

const seed = () => seedCompanion(client, companion.ada, demo, serverVault, companion.clock());
const pair = () => ({ accessToken: demo.companion.access_token, refreshToken: demo.companion.refresh_token });

const companion = await openCompanion();
const client = new Client({ connectionString: companion.database.connectionString });
await client.connect();
const demo: DemoCompanion = demoCompanion({});
await seed();
afterAll(async () => {
  await client.end();
  await companion.database.close();
});

test("the demo's phone is signed in, its puck knows the secret, and its bay has a mood", async () => {
  const { status } = await companion.tell("GET", `/api/bays/${demo.bay_id}/mood`, { phone: pair() });
  expect(status).toBe(200);
  const puck = { deviceId: demo.puck.device_id, secret: Buffer.from(demo.puck.secret, "hex") };
  const nonce = await startClaim(companion, pair(), puck);
  const body = { device_id: puck.deviceId, nonce, hmac: sign(puck, nonce) };
  const answer = await companion.tell("POST", "/api/pucks/claim/finish", { phone: pair(), body });
  expect(await answer.json()).toMatchObject({ ok: true, bay: { bay_id: demo.bay_id } });
});

test("another start keeps the secrets and begins the session anew, spent tokens and all", async () => {
  companion.clock.advance(15 * 60_000);
  expect(renewedPair(await companion.tell("GET", "/api/pucks", { phone: pair() }))).not.toBeNull();
  companion.clock.advance(60 * 60_000);
  const again = demoCompanion(demo);
  expect(again).toEqual(demo);
  await seed();
  const answer = await companion.tell("GET", "/api/pucks", { phone: pair() });
  expect([answer.status, renewedPair(answer)]).toEqual([200, null]);
});
