import { createHmac, randomBytes } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { activityOf } from "../support/account.ts";
import { answerOf } from "../support/api.ts";
import {
  addPhone,
  newPuck,
  openCompanion,
  type Phone,
  registerPuck,
  sign,
  startClaim,
  type TestPuck,
} from "../support/companion.ts";
import { addMember } from "../support/fixtures.ts";
import { serverVault } from "../support/services.ts";

const MINUTE_MS = 60_000;
const refused = (status: number, error: string) => ({ status, body: { error } });
const NOT_FOUND = refused(404, "Not found");
const GONE = refused(410, "This nonce is unknown, expired or used: start the claim again");
const TAKEN = refused(409, "This puck belongs to another household: release it there first");
const BAD_SIGNATURE = refused(401, "Invalid signature");

let home: string;
let phone: Phone;
let other: Phone;

const companion = await openCompanion();
beforeEach(async () => {
  ({ home, phone } = await companion.newHome());
  ({ phone: other } = await companion.newHome());
});

const post = (path: string, body: unknown, as: Phone = phone) =>
  answerOf(companion.tell("POST", `/api/pucks/${path}`, { phone: as, body }));
const start = (puck: TestPuck, as = phone) => post("claim/start", { device_id: puck.deviceId }, as);
const finish = (puck: TestPuck, nonce: string, more: object = {}, as = phone) =>
  post("claim/finish", { device_id: puck.deviceId, nonce, hmac: sign(puck, nonce), ...more }, as);
const list = async (as = phone) =>
  (await answerOf<{ pucks: object[] }>(companion.tell("GET", "/api/pucks", { phone: as }))).body.pucks;

describe("registering", () => {
  test("keeps the puck for the household, its secret sealed", async () => {
    const puck = newPuck();
    const secret = puck.secret.toString("base64");
    const answer = await post("register", { device_id: puck.deviceId, secret });
    const registered_at = companion.clock().toISOString();
    const shown = { device_id: puck.deviceId, registered_at, bay_id: null };
    expect(answer).toEqual({ status: 201, body: { puck: shown } });
    expect(await list()).toEqual([shown]);
    const [row] = await companion.database.sql<{ sealed_secret: string }>`
      select sealed_secret from pucks where device_id = ${puck.deviceId}`;
    const opened = await serverVault.open("puck-secret", puck.deviceId, row?.sealed_secret ?? "");
    expect(Buffer.from(opened?.bytes ?? []).equals(puck.secret)).toBe(true);
    expect(await activityOf(companion, home)).toMatchObject([
      { action: "puck_registered", subject: puck.deviceId, ip: "203.0.113.7" },
    ]);
  });

  test("again replaces the secret and voids what was begun with the old one", async () => {
    const puck = await registerPuck(companion, phone);
    const nonce = await startClaim(companion, phone, puck);
    const renewed = { ...puck, secret: randomBytes(128) };
    const secret = renewed.secret.toString("hex");
    expect((await post("register", { device_id: puck.deviceId, secret })).status).toBe(201);
    expect(await finish(puck, nonce)).toEqual(GONE);
    expect(await finish(renewed, nonce)).toEqual(GONE);
    const fresh = await startClaim(companion, phone, renewed);
    expect(await finish(puck, fresh)).toEqual(BAD_SIGNATURE);
    expect((await finish(renewed, fresh)).status).toBe(200);
    expect(await list()).toHaveLength(1);
  });

  test("another household's puck is a 409, and stays theirs", async () => {
    const puck = await registerPuck(companion, other);
    const nonce = await startClaim(companion, other, puck);
    expect((await finish(puck, nonce, {}, other)).status).toBe(200);
    expect(await post("register", { device_id: puck.deviceId, secret: "00".repeat(16) })).toEqual(TAKEN);
  });

  test("that another household has merely registered is free, until one of them finishes a claim", async () => {
    const puck = newPuck();
    const body = { device_id: puck.deviceId, secret: puck.secret.toString("hex") };
    const squatted = await post("register", { ...body, secret: "00".repeat(16) }, other);
    expect(squatted.status).toBe(201);
    expect((await post("register", body)).status).toBe(201);
    expect([await list(), await list(other)].map(({ length }) => length)).toEqual([1, 1]);
    expect((await finish(puck, await startClaim(companion, phone, puck))).status).toBe(200);
    expect(await post("register", body, other)).toEqual(TAKEN);
    const late = { ...puck, secret: Buffer.alloc(16) };
    expect(await finish(late, await startClaim(companion, other, late), {}, other)).toEqual(TAKEN);
  });

  test("is bound once when two households finish their claims at once", async () => {
    for (let round = 0; round < 2; round += 1) {
      const puck = newPuck();
      const body = { device_id: puck.deviceId, secret: puck.secret.toString("hex") };
      const phones = [phone, other];
      for (const as of phones) expect((await post("register", body, as)).status).toBe(201);
      const nonces = [await startClaim(companion, phone, puck), await startClaim(companion, other, puck)];
      const all = await Promise.all(phones.map((as, index) => finish(puck, nonces[index] ?? "", {}, as)));
      expect(all.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    }
  });

  test("more than fifty is a 409, also when they come at once; one's own again is not", async () => {
    await companion.database.query(
      `insert into pucks (device_id, household_id, sealed_secret, registered_at)
       select $1 || '-' || n, $1, 'x', now() from generate_series(1, 47) n`,
      [home],
    );
    const bodies = Array.from({ length: 8 }, () => ({
      device_id: newPuck().deviceId,
      secret: "0f".repeat(16),
    }));
    const all = await Promise.all(bodies.map((body) => post("register", body)));
    expect(all.filter(({ status }) => status === 201)).toHaveLength(3);
    const refused = all.find(({ status }) => status === 409);
    expect(refused?.body).toEqual({ error: "Too many pucks: 50 at most in a household" });
    const again = { device_id: `${home}-1`, secret: "0f".repeat(16) };
    expect((await post("register", again)).status).toBe(201);
  });
});

describe("starting a claim", () => {
  test("issues a nonce of 32 random bytes for five minutes", async () => {
    const puck = await registerPuck(companion, phone);
    const { status, body } = await start(puck);
    expect(status).toBe(200);
    expect(body).toEqual({
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      expires_at: new Date(companion.clock().getTime() + 5 * MINUTE_MS).toISOString(),
    });
    expect((await start(puck)).body.nonce).not.toBe(body.nonce);
  });

  test("goes ten times an hour a household, however they come, and again when the first is an hour old", async () => {
    const puck = await registerPuck(companion, phone);
    const second = await registerPuck(companion, phone);
    await start(puck);
    companion.clock.advance(10 * MINUTE_MS);
    const all = await Promise.all(Array.from({ length: 20 }, (_, at) => start(at % 2 ? puck : second)));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(9);
    const path = "/api/pucks/claim/start";
    const body = { device_id: puck.deviceId };
    const phoneNow = await addPhone(
      companion.database,
      await addMember(companion.database, home),
      companion.clock(),
    );
    const refused = await companion.tell("POST", path, { phone: phoneNow, body });
    expect(refused.status).toBe(429);
    expect(refused.headers.get("Retry-After")).toBe("3000");
    expect(refused.headers.get("RateLimit-Policy")).toBe('"claim";q=10;w=3600');
    companion.clock.advance(50 * MINUTE_MS - 1);
    expect((await companion.tell("POST", path, { phone: phoneNow, body })).status).toBe(429);
    companion.clock.advance(1);
    expect((await companion.tell("POST", path, { phone: phoneNow, body })).status).toBe(200);
  });
});

describe("finishing a claim", () => {
  let puck: TestPuck;
  let nonce: string;
  beforeEach(async () => {
    puck = await registerPuck(companion, phone);
    nonce = await startClaim(companion, phone, puck);
  });

  test("makes a bay and binds the puck to it", async () => {
    const { status, body } = await finish(puck, nonce);
    const bay_id = expect.stringMatching(/^bay_\w{20}$/);
    expect([status, body]).toEqual([200, { ok: true, bay: { bay_id, mood: "offline" } }]);
    expect(await list()).toMatchObject([{ device_id: puck.deviceId, bay_id }]);
    const actions = (await activityOf(companion, home)).map(({ action }) => action);
    expect(actions).toEqual(["puck_registered", "puck_claim_started", "puck_claimed"]);
  });

  test("takes the bay that is named, a puck's own the second time, and two homes may use one name", async () => {
    expect((await finish(puck, nonce, { bay_id: "kitchen", space: "Kitchen" })).body).toMatchObject({
      bay: { bay_id: "kitchen" },
    });
    const again = await startClaim(companion, phone, puck);
    expect((await finish(puck, again)).body).toMatchObject({ bay: { bay_id: "kitchen" } });
    const next = await registerPuck(companion, other);
    const theirs = await startClaim(companion, other, next);
    expect((await finish(next, theirs, { bay_id: "kitchen" }, other)).status).toBe(200);
    const bays = await companion.database.sql`select 1 from bays where bay_id = 'kitchen'`;
    expect(bays).toHaveLength(2);
  });

  test("has exactly one winner among fifty at once", async () => {
    const all = await Promise.all(Array.from({ length: 50 }, () => finish(puck, nonce)));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(all.filter(({ status }) => status === 410)).toHaveLength(49);
    const bays = await companion.database.sql`select 1 from bays where household_id = ${home}`;
    expect(bays).toHaveLength(1);
    const claimed = (await activityOf(companion, home)).filter(({ action }) => action === "puck_claimed");
    expect(claimed).toHaveLength(1);
  });

  test("a second time, or a moment after the five minutes, is a 410", async () => {
    await finish(puck, nonce);
    expect(await finish(puck, nonce)).toEqual(GONE);
    const late = await startClaim(companion, phone, puck);
    companion.clock.advance(5 * MINUTE_MS);
    expect(await finish(puck, late)).toEqual(GONE);
  });

  test("without a start, or with another puck's nonce, is a 410", async () => {
    const second = await registerPuck(companion, phone);
    expect(await finish(second, nonce)).toEqual(GONE);
    expect(await finish(second, randomBytes(32).toString("base64url"))).toEqual(GONE);
    expect((await finish(puck, nonce)).status).toBe(200);
  });

  test("with a wrong signature is a 401, four times harmless; the fifth uses the nonce up", async () => {
    const wrong = [
      sign({ secret: randomBytes(32) }, nonce),
      sign(puck, `${nonce}x`),
      createHmac("sha1", puck.secret).update(nonce).digest("hex"),
      createHmac("sha256", puck.secret.toString("hex")).update(nonce).digest("hex"),
    ];
    for (const hmac of wrong) expect(await finish(puck, nonce, { hmac })).toEqual(BAD_SIGNATURE);
    expect(await finish(puck, nonce, { hmac: "0".repeat(64) })).toEqual(BAD_SIGNATURE);
    expect(await finish(puck, nonce)).toEqual(GONE);
  });

  test("at fifty bays makes no other, and leaves the nonce good for one that is there", async () => {
    await companion.database.sql`insert into bays (household_id, bay_id, name, updated_at, created_at)
       select ${home}, 'bay' || n, 'x', now(), now() from generate_series(1, 50) n`;
    expect(await finish(puck, nonce)).toEqual({
      status: 409,
      body: { error: "Too many bays: 50 at most in a household" },
    });
    expect((await finish(puck, nonce, { bay_id: "bay7" })).status).toBe(200);
  });
});

test("releasing frees the puck for another household, and voids its nonce; the bay stays", async () => {
  const puck = await registerPuck(companion, phone);
  await finish(puck, await startClaim(companion, phone, puck), { bay_id: "hall" });
  const nonce = await startClaim(companion, phone, puck);
  const release = () => answerOf(companion.tell("DELETE", `/api/pucks/${puck.deviceId}`, { phone }));
  expect(await release()).toEqual({ status: 200, body: { ok: true } });
  expect(await release()).toEqual(NOT_FOUND);
  const secret = puck.secret.toString("hex");
  expect((await post("register", { device_id: puck.deviceId, secret }, other)).status).toBe(201);
  expect(await finish(puck, nonce, {}, other)).toEqual(GONE);
  expect((await companion.tell("GET", "/api/bays/hall/mood", { phone })).status).toBe(200);
});
