import { beforeEach, describe, expect, test } from "vitest";
import { ingestApp } from "../../functions/ingest/app.ts";
import { v1App } from "../../functions/v1/app.ts";
import type { SharedLimiter } from "../../lib/kernel/ports.ts";
import { aesVault } from "../../lib/kernel/runtime.vendor.ts";
import { type Account, activityOf, openAccount } from "../support/account.ts";
import { answerOf } from "../support/api.ts";
import { addDevice, addHome, addMember, type TestDevice, type TestMember } from "../support/fixtures.ts";
import { postTo } from "../support/readings.ts";
import { keyVault } from "../support/services.ts";

let home: string;
let owner: TestMember;
let cookie: string;
let device: TestDevice;
const NOT_FOUND = { status: 404, body: { error: "Not found" } };
const JSON_TYPE = { "Content-Type": "application/json" };

const account = await openAccount();
beforeEach(async () => {
  account.clock.advance(3_700_000);
  home = await addHome(account.database, "A home");
  owner = await addMember(account.database, home);
  cookie = await account.as(owner);
  device = await addDevice(account.database, home);
  await keepSealed(await keyVault.seal("ingest-key", device.id, device.ingestKey));
});

const keepSealed = (sealed: string | null) =>
  account.database.sql`update devices set sealed_ingest_key = ${sealed} where id = ${device.id}`;
const keptSealed = async () =>
  (
    await account.database.sql<{ kept: string }>`
      select sealed_ingest_key as kept from devices where id = ${device.id}`
  )[0]?.kept ?? "";
const send = <T = Record<string, unknown>>(
  method: string,
  path: string,
  body?: unknown,
  options: { as?: string; app?: Account["app"] } = {},
) => {
  const { as = cookie, ...rest } = options;
  const sent = body === undefined ? {} : { body };
  return answerOf<T>(
    account.call(method, path.endsWith("callout") ? `/acts/${path}` : `/api/${path}`, {
      cookie: as,
      headers: JSON_TYPE,
      ...rest,
      ...sent,
    }),
  );
};
const reveal = (device_id: unknown = device.id, options = {}) =>
  send<{ ingest_key?: string; error?: string }>("POST", "devices/reveal-ingest-key", { device_id }, options);
const actions = async () => (await activityOf(account, home)).map(({ action }) => action);

describe("revealing an ingest key", () => {
  test("shows it to owners and managers, and is in the activity", async () => {
    expect(await reveal()).toEqual({ status: 200, body: { ingest_key: device.ingestKey } });
    const manager = await account.as(await addMember(account.database, home, "manager"));
    expect((await reveal(device.id, { as: manager })).status).toBe(200);
    expect(await activityOf(account, home)).toMatchObject([
      { action: "ingest_key_revealed", subject: device.id, actor_id: owner.userId, ip: "203.0.113.7" },
      { action: "ingest_key_revealed" },
    ]);
  });

  test("says that the key must be rotated when no vault is configured, none is stored or it can't be opened", async () => {
    const app = v1App({ ...account.services, keyVault: null });
    const answers = [await reveal(device.id, { app })];
    await keepSealed(null);
    answers.push(await reveal());
    const lost = aesVault({ current: "a secret that nobody has any longer" });
    await keepSealed(await lost.seal("ingest-key", device.id, device.ingestKey));
    answers.push(await reveal());
    await keepSealed(await keyVault.seal("ingest-key", "dev_another", device.ingestKey));
    answers.push(await reveal());
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 409, body: { error: expect.stringMatching(/rotate the key/) } });
    }
  });

  test("is ten an hour for a user, also under 20 parallel calls, and each of them is in the activity", async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => reveal()));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
    const entries = [...Array(10).fill("ingest_key_revealed"), "limit_hit"];
    expect((await actions()).toSorted()).toEqual(entries);
    account.clock.advance(600_000);
    const response = await account.call("POST", "/api/devices/reveal-ingest-key", {
      cookie,
      body: { device_id: device.id },
    });
    // The limit counts by the clock's hour.
    expect(response.headers.get("Retry-After")).toBe("2700");
    expect(response.headers.get("RateLimit")).toBe('"reveal";r=0;t=2700');
    expect(
      (await reveal(device.id, { as: await account.as(await addMember(account.database, home, "manager")) }))
        .status,
    ).toBe(200);
    account.clock.advance(3_000_000);
    expect((await reveal()).status).toBe(200);
  });

  test("is refused where the limiter that all instances share refuses, before the database is asked", async () => {
    const asked: string[] = [];
    const sharedLimiter: SharedLimiter = async (policy, subject) => {
      asked.push(`${policy.name} ${policy.limit} ${policy.windowSeconds} ${subject}`);
      return { allowed: asked.length <= 10, remaining: 0, resetSeconds: 1_234 };
    };
    const app = v1App({ ...account.services, sharedLimiter });
    await account.database.sql`update activity set at = at - interval '2 hours'`;
    for (let times = 0; times < 10; times += 1) expect((await reveal(device.id, { app })).status).toBe(200);
    await account.database.sql`delete from activity where household_id = ${home}`;
    account.database.resetCalls();
    const eleventh = await account.call("POST", "/api/devices/reveal-ingest-key", {
      cookie,
      app,
      body: { device_id: device.id },
    });
    expect([eleventh.status, eleventh.headers.get("Retry-After")]).toEqual([429, "1234"]);
    // One call for the session, and one for the refusal in the home's activity.
    expect(account.database.calls()).toBe(2);
    expect(asked[0]).toBe(`reveal 10 3600 ${owner.userId}`);
    expect(await actions()).toEqual(["limit_hit"]);
  });

  test("is ten an hour over all of a user's homes", async () => {
    for (let times = 0; times < 10; times += 1) await reveal();
    const cabin = await addHome(account.database, "The cabin");
    const there = await addDevice(account.database, cabin);
    const sealed = await keyVault.seal("ingest-key", there.id, there.ingestKey);
    await account.database.sql`update devices set sealed_ingest_key = ${sealed} where id = ${there.id}`;
    const as = await account.as(await addMember(account.database, cabin, "owner", owner.email));
    expect((await reveal(there.id, { as })).status).toBe(429);
  });

  test("seals the key again under the current secret", async () => {
    const before = await keptSealed();
    const next = aesVault({
      current: "the next secret of the key vault, long enough",
      previous: "a key vault secret of the tests, long enough",
    });
    const app = v1App({ ...account.services, keyVault: next });
    expect((await reveal(device.id, { app })).body.ingest_key).toBe(device.ingestKey);
    expect(await keptSealed()).not.toBe(before);
    expect(await next.open("ingest-key", device.id, await keptSealed())).toMatchObject({ isCurrent: true });
  });

  test("says that a device which polls has no key, and not to rotate it", async () => {
    await keepSealed(null);
    await account.database
      .sql`update devices set type = 'pull', ingest_key_hash = null where id = ${device.id}`;
    expect((await reveal()).body.error).toBe("Only a push device has an ingest key");
  });
});

test("rotating by session gives a new key, refuses the old one at once, and shows the new one for half an hour", async () => {
  const { status, body } = await send<{ ingest_key: string }>(
    "POST",
    `v1/devices/${device.id}/rotate-ingest-key`,
  );
  expect(status).toBe(200);
  const post = (key: string) => postTo(ingestApp(account.services), { ingestKey: key }, { temp1: 40 });
  expect([(await post(device.ingestKey)).status, (await post(body.ingest_key)).status]).toEqual([401, 200]);
  const callout = () => send<Record<string, string>>("GET", `devices/${device.id}/ingest-key-callout`);
  expect(await callout()).toEqual({
    status: 200,
    body: {
      ingest_key: body.ingest_key,
      ingest_url: `https://hearth.example.net/api/ingest/${body.ingest_key}`,
      until: new Date(account.clock().getTime() + 30 * 60_000).toISOString(),
    },
  });
  expect((await reveal()).body.ingest_key).toBe(body.ingest_key);
  account.clock.advance(30 * 60_000);
  expect(await callout()).toEqual(NOT_FOUND);
  expect(await actions()).toEqual(["ingest_key_rotated", "ingest_key_revealed"]);
});

describe("push tokens", () => {
  const register = (body: unknown, as = cookie) => send("POST", "push/fcm", body, { as });
  const remove = (token: unknown, as = cookie) => send("DELETE", "push/fcm", { token }, { as });
  const rows = (token: string) =>
    account.database.sql`select user_id, details from contact_points where address = ${token}`;

  test("are registered, updated when they come again, and removed", async () => {
    expect(await register({ token: "fcm-1", platform: "ios", appId: "net.example" })).toEqual({
      status: 200,
      body: { ok: true },
    });
    await register({ token: "fcm-1", platform: "android" });
    expect(await rows("fcm-1")).toEqual([
      { user_id: owner.userId, details: { platform: "android", app_id: null } },
    ]);
    expect(await remove("fcm-1")).toEqual({ status: 200, body: { ok: true } });
    expect(await remove("fcm-1")).toEqual({ status: 200, body: { ok: true } });
    expect(await rows("fcm-1")).toEqual([]);
    expect(await actions()).toEqual(["push_token_registered", "push_token_removed"]);
  });

  test("stay their owner's until they are removed, and are nobody else's to remove", async () => {
    await register({ token: "fcm-2" });
    const ben = await addMember(account.database, home, "member");
    const benCookie = await account.as(ben);
    expect(await remove("fcm-2", benCookie)).toEqual({ status: 200, body: { ok: true } });
    expect(await rows("fcm-2")).toHaveLength(1);
    expect(await register({ token: "fcm-2" }, benCookie)).toEqual({
      status: 409,
      body: { error: "Another person has registered this: they have to remove it first" },
    });
    expect(await rows("fcm-2")).toMatchObject([{ user_id: owner.userId }]);
    await remove("fcm-2");
    expect((await register({ token: "fcm-2" }, benCookie)).status).toBe(200);
    expect(await rows("fcm-2")).toMatchObject([{ user_id: ben.userId }]);
  });
});
