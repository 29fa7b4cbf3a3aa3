import { readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type DemoCompanion, demoCompanion, seedCompanion } from "../../local/demo/companion.ts";
import { serverVault } from "../support/api.ts";
import { type Companion, openCompanion, renewedPair, sign, startClaim } from "../support/companion.ts";
import { memoryFolder } from "../support/memory-folder.ts";
import { speak } from "../support/processes.ts";

let companion: Companion;
let client: Client;
let server: Server;
let folder: string;
let demo: DemoCompanion;
const file = () => path.join(folder, "demo.json");
const seed = () =>
  seedCompanion(client, companion.ada, demo, serverVault, companion.clock()).then(() =>
    writeFile(
      file(),
      JSON.stringify({ base_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, ...demo }),
    ),
  );
const simulate = (...options: string[]) =>
  speak(["local/demo/puck-simulator.ts", ...options], { DATA_DIR: folder });
const pair = () => ({ accessToken: demo.companion.access_token, refreshToken: demo.companion.refresh_token });

beforeAll(async () => {
  companion = await openCompanion();
  client = new Client({ connectionString: companion.database.connectionString });
  await client.connect();
  folder = await memoryFolder("hearthwatch-puck-");
  server = createServer(async (incoming, outgoing) => {
    const headers = new Headers();
    for (const [name, value] of Object.entries(incoming.headers)) headers.set(name, String(value));
    const chunks = await incoming.toArray();
    const body = chunks.length === 0 ? {} : { body: Buffer.concat(chunks) };
    const init = { method: incoming.method ?? "GET", headers, ...body };
    const answer = await companion.companion.request(incoming.url ?? "/", init);
    outgoing.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  demo = demoCompanion({});
  await seed();
});
afterAll(async () => {
  server.close();
  await client.end();
  await rm(folder, { recursive: true });
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

test("the simulator claims a bay and shows its mood; new tokens go back into demo.json", async () => {
  companion.clock.advance(15 * 60_000);
  const run = simulate("--press", "--bay", "kitchen", "--device-id", "puck-of-the-test");
  expect(await run.exited, run.output()).toBe(0);
  expect(run.output()).toMatch(
    /you {2}│ press the button[\s\S]+binds it to the bay kitchen[\s\S]+feels offline/,
  );
  const kept = JSON.parse(await readFile(file(), "utf8")) as DemoCompanion;
  expect(kept.companion).not.toEqual(demo.companion);
  expect(kept.puck).toEqual(demo.puck);
});

test("the simulator tells a refusal in one sentence", async () => {
  const wrong = simulate("--press", "--wrong");
  expect(await wrong.exited).toBe(1);
  expect(wrong.output().trim().split("\n").at(-1)).toBe(
    "POST /api/pucks/claim/finish answers 401: Invalid signature",
  );
  const nowhere = speak(["local/demo/puck-simulator.ts"], { DATA_DIR: path.join(folder, "nothing") });
  expect(await nowhere.exited).toBe(1);
  expect(nowhere.output()).toContain("start the service with npm start");
});
