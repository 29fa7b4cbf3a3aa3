import { beforeEach, describe, expect, test } from "vitest";
import { ingestApp } from "../../functions/ingest/app.ts";
import { deleteExpired } from "../../lib/jobs/registry.actions.ts";
import { activityOf, askForCode, cookieOf, mailTo, openAccount } from "../support/account.ts";
import { answerOf } from "../support/api.ts";
import { addAlert, addDevice, addHome, addMember, type TestMember } from "../support/fixtures.ts";
import { postTo } from "../support/readings.ts";

const PROVE_AGAIN = {
  status: 403,
  body: {
    error: "Confirm your identity: request a sign-in code, and send it to POST /api/account/session/prove",
  },
};
const MINUTE_MS = 60_000;

let home: string;
let ada: TestMember;
let bea: TestMember;
let mia: TestMember;
let cookie: string;

const account = await openAccount();
/** Two owners and a member. Ada's session confirmed its identity eleven minutes ago. */
beforeEach(async () => {
  account.clock.advance(3_700_000);
  home = await addHome(account.database, "A home");
  ada = await addMember(account.database, home);
  bea = await addMember(account.database, home);
  mia = await addMember(account.database, home, "member");
  cookie = await account.as(ada);
  account.clock.advance(11 * MINUTE_MS);
});

const send = (method: string, path: string, body?: unknown, as = cookie) =>
  account.send(method, path, as, body);
const prove = async (email = ada.email, as = cookie) => {
  const { code, challenge } = await askForCode(account, email);
  return await proveWith({ code, challenge }, as);
};
/** A successful proof gives the session a new token. */
const proveWith = async (body: object, as = cookie) => {
  const headers = { "Content-Type": "application/json" };
  const answer = await account.call("POST", "/api/account/session/prove", { cookie: as, headers, body });
  if (answer.ok && as === cookie) cookie = cookieOf(answer);
  return await answerOf(Promise.resolve(answer));
};

/** Acts of the API. Those of the pages are in pages-proof.test.ts. */
const ACTS: [string, () => Promise<{ status: number }>][] = [
  [
    "a share link is made that never ends",
    () => send("POST", "share-links", { name: "Wall", scope: "live", expires_in_days: null }),
  ],
  [
    "a link of metrics is made",
    () => send("POST", "share-links", { name: "Grafana", scope: "metrics", expires_in_days: 7 }),
  ],
  ["one takes what is kept about oneself", () => send("GET", "user/export")],
  ["another of one's sessions is ended", async () => send("DELETE", `sessions/${await otherSession()}`)],
];

/** Returns a session that another browser has just begun. */
async function otherSession(): Promise<string> {
  await account.as(ada);
  const [found] = await account.database.sql<{ id: string }>`
    select id from sessions where user_id = ${ada.userId} order by created_at desc limit 1`;
  return found?.id ?? "";
}

describe("requires a confirmed identity first", () => {
  test.each(ACTS)("%s", async (_, act) => {
    expect(await act()).toEqual(PROVE_AGAIN);
    expect(await prove()).toEqual({ status: 200, body: { ok: true } });
    expect([200, 201]).toContain((await act()).status);
  });

  test("nothing else: others are invited, changed and removed, and one may leave", async () => {
    const ben = await addMember(account.database, home, "manager");
    expect((await send("PATCH", `members/${mia.userId}`, { role: "manager" })).status).toBe(200);
    const guest = { email: "guest@example.com", role: "manager" };
    expect((await send("POST", "invitations", guest)).status).toBe(201);
    expect((await send("DELETE", `members/${ben.userId}`)).status).toBe(200);
    expect((await send("POST", "api-keys", { name: "Reads", scope: "read" })).status).toBe(201);
    const link = { name: "Ann", scope: "live", expires_in_days: 30 };
    expect((await send("POST", "share-links", link)).status).toBe(201);
    expect((await send("DELETE", `members/${ada.userId}`)).status).toBe(200);
  });
});

describe("a proof", () => {
  test("is good for ten minutes, and for this session alone", async () => {
    await prove();
    account.clock.advance(10 * MINUTE_MS - 1);
    const key = { name: "Writes", scope: "write" };
    expect((await send("POST", "api-keys", key)).status).toBe(201);
    account.clock.advance(1);
    expect(await send("POST", "api-keys", key)).toEqual(PROVE_AGAIN);
    const other = await account.as(ada);
    account.clock.advance(11 * MINUTE_MS);
    await prove();
    expect(await send("POST", "api-keys", key, other)).toEqual(PROVE_AGAIN);
  });

  test("is a code of one's own address, once", async () => {
    const { code, challenge } = await askForCode(account, bea.email);
    expect((await send("POST", "session/prove", { code, challenge })).status).toBe(401);
    const mine = await askForCode(account, ada.email);
    const wrong = String((Number(mine.code) + 1) % 1_000_000).padStart(6, "0");
    const { challenge: own } = mine;
    expect((await send("POST", "session/prove", { code: wrong, challenge: own })).status).toBe(401);
    const once = { code: mine.code, challenge: own };
    const before = cookie;
    expect((await proveWith(once)).status).toBe(200);
    expect((await proveWith(once)).status).toBe(401);
    expect((await send("GET", "session", undefined, before)).status).toBe(401);
  });
});

describe("a deleted home", () => {
  test("is deleted with all that it had, its history by the next housekeeping, and its members get a mail", async () => {
    const { query } = account.database;
    const device = await addDevice(account.database, home);
    await addAlert(account.database, home);
    const post = () => postTo(ingestApp(account.services), device, { temp1: 50 });
    expect((await post()).status).toBe(200);
    const [row] = await query<{ number: number }>("select number from devices where id = $1", [device.id]);
    await send("POST", "invitations", { email: "guest@example.com", role: "viewer" }, await account.as(ada));
    const beas = await account.as(bea);
    await prove();
    account.clock.advance(1_000);
    expect(await send("DELETE", "household")).toEqual({ status: 200, body: { ok: true } });
    expect((await post()).status).toBe(401);
    expect((await send("GET", "session", undefined, beas)).status).toBe(401);
    for (const table of ["households where id", "outbox where household_id", "findings where household_id"])
      expect(await query(`select 1 from ${table} = $1`, [home])).toEqual([]);
    const snapshots = () => query("select 1 from snapshots where device_number = $1", [row?.number]);
    expect(await snapshots()).toHaveLength(1);
    await deleteExpired(account.services);
    expect(await snapshots()).toEqual([]);
    expect(await query("select 1 from removed_devices")).toEqual([]);
    for (const { email } of [ada, bea])
      expect((await mailTo(account, email))?.text).toContain(`${ada.email} deleted the home “A home”`);
  });

  test("is deleted once, and its owner begins anew without another trial", async () => {
    await prove();
    const all = await Promise.all(Array.from({ length: 3 }, () => send("DELETE", "household")));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    const { code, challenge } = await askForCode(account, ada.email);
    const body = { email: ada.email, code, challenge };
    const answer = await account.call("POST", "/api/account/sign-in/code", { cookie: null, body });
    const { household_id: id } = (await answer.json()) as { household_id: string };
    expect(await account.database.sql`select plan, trial_ends_at from households where id = ${id}`).toEqual([
      { plan: "free", trial_ends_at: null },
    ]);
  });
});

describe("a deleted account", () => {
  const people = (email: string) => account.database.sql`select 1 from users where email = ${email}`;

  test("is forgotten with the homes that are its own alone; others keep what it made, and read that it left", async () => {
    const own = await addHome(account.database, "Its own");
    await addMember(account.database, own, "owner", ada.email);
    const device = await addDevice(account.database, own);
    const key = await send("POST", "api-keys", { name: "Ada's", scope: "read" });
    expect(key.status).toBe(201);
    const beas = await account.as(bea);
    await prove();
    account.clock.advance(1_000);
    expect(await send("DELETE", "user")).toEqual({ status: 200, body: { ok: true } });
    expect(await people(ada.email)).toEqual([]);
    expect(await account.database.sql`select 1 from households where id = ${own}`).toEqual([]);
    expect(await account.database.sql`select 1 from devices where id = ${device.id}`).toEqual([]);
    expect((await send("GET", "session")).status).toBe(401);
    expect((await send("GET", "members", undefined, beas)).body).toMatchObject({
      members: [{ user_id: bea.userId }, { user_id: mia.userId }],
    });
    expect((await send("GET", "api-keys", undefined, beas)).body).toMatchObject({
      api_keys: [{ name: "Ada's" }],
    });
    expect((await activityOf(account, home)).at(-1)).toMatchObject({
      action: "member_removed",
      subject: ada.userId,
    });
    expect((await mailTo(account, ada.email))?.text).toContain("Your Hearthwatch account was deleted");
  });

  test("is none while others would be left without an owner, also of two owners who go at once", async () => {
    const beas = await account.as(bea);
    await prove();
    const both = await Promise.all([send("DELETE", "user"), send("DELETE", "user", undefined, beas)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body).toEqual({
      error:
        'You are the last owner of "A home": make somebody else an owner there, or delete the home first',
    });
    const left = await account.database.sql`select role from memberships where household_id = ${home}`;
    expect(left).toHaveLength(2);
  });
});
