import { beforeEach, expect, test } from "vitest";
import { newApp, refusal } from "../../functions/_http/app.ts";
import { pathTokenGuards, UNKNOWN_TOKENS_PER_MINUTE } from "../../functions/_http/rate-limit.ts";
import { ingestApp } from "../../functions/ingest/app.ts";
import { shareApp } from "../../functions/share/app.ts";
import { localLimiter } from "../../lib/kernel/limiter.vendor.ts";
import { newSecret } from "../../lib/kernel/secret.ts";
import { RATE_LIMITS } from "../../schema/limits.ts";
import { MACHINE_PROBLEMS } from "../../schema/problems.ts";
import { SECRET_TYPES } from "../../schema/vocabulary.ts";
import { openTestDatabase } from "../support/database.ts";
import { addDevice, addHome } from "../support/fixtures.ts";
import { cryptoRandom, testClock, testServices } from "../support/services.ts";

const STRANGER = "203.0.113.7";
const OTHER = "198.51.100.9";
const START = "2026-11-20T10:00:05Z";

const clock = testClock(START);
const database = await openTestDatabase();
const home = await addHome(database);
const device = await addDevice(database, home);
const newDevice = await addDevice(database, home, { name: "new" });
beforeEach(() => {
  clock.set(START);
  database.resetCalls();
});

function apps(edge: "cloudflare" | "none" = "cloudflare") {
  const services = { ...testServices(database, clock), limiter: localLimiter(clock), edge };
  return { services, ingest: ingestApp(services), share: shareApp(services) };
}

const unknownKey = () => newSecret(SECRET_TYPES.ingestKey, cryptoRandom);
const post = async ({ ingest }: ReturnType<typeof apps>, key: string, ip = STRANGER) =>
  (
    await ingest.request(`/api/ingest/${key}`, {
      method: "POST",
      body: '{"temp1":40}',
      headers: { "CF-Connecting-IP": ip },
    })
  ).status;
const tryUnknown = async (by: ReturnType<typeof apps>, times: number) => {
  for (let tried = 0; tried < times; tried += 1) expect(await post(by, unknownKey())).toBe(401);
};

test("an address that tries too many unknown keys waits, and each costs one look meanwhile", async () => {
  const by = apps();
  await tryUnknown(by, UNKNOWN_TOKENS_PER_MINUTE);
  database.resetCalls();
  const key = unknownKey();
  for (let tried = 0; tried < 3; tried += 1) expect(await post(by, key)).toBe(429);
  expect(database.calls()).toBe(1);
  expect(await post(by, unknownKey(), OTHER)).toBe(401);
  clock.advance(60_000);
  expect(await post(by, unknownKey())).toBe(401);
});

test("a key that exists is let in from the same address, whether it has posted before or not", async () => {
  const by = apps();
  expect(await post(by, device.ingestKey)).toBe(200);
  await tryUnknown(by, UNKNOWN_TOKENS_PER_MINUTE);
  expect(await post(by, device.ingestKey)).toBe(200);
  expect(await post(by, newDevice.ingestKey)).toBe(200);
});

test("a sensor with the old key does not keep the new key of its home waiting", async () => {
  const by = apps();
  const oldKey = unknownKey();
  for (let tried = 0; tried < UNKNOWN_TOKENS_PER_MINUTE; tried += 1) expect(await post(by, oldKey)).toBe(401);
  database.resetCalls();
  expect(await post(by, oldKey)).toBe(429);
  expect(database.calls()).toBe(0);
  expect(await post(by, newDevice.ingestKey)).toBe(200);
});

test("share tokens count alike, and what is no token at all does not", async () => {
  const by = apps();
  const open = async (token: string) => {
    const headers = { "CF-Connecting-IP": STRANGER };
    return (await by.share.request(`/api/share/${token}/latest`, { headers })).status;
  };
  for (let tried = 0; tried < 2 * UNKNOWN_TOKENS_PER_MINUTE; tried += 1)
    expect(await open(`rubbish${tried}`)).toBe(404);
  for (let tried = 0; tried < UNKNOWN_TOKENS_PER_MINUTE; tried += 1)
    expect(await open(newSecret(SECRET_TYPES.shareToken, cryptoRandom))).toBe(404);
  expect(await open(newSecret(SECRET_TYPES.shareToken, cryptoRandom))).toBe(429);
});

test("a link that nobody knows is remembered by every page of links", async () => {
  const { services } = apps();
  let looks = 0;
  const pages = [1, 2].map(() => {
    const app = newApp(services, MACHINE_PROBLEMS);
    const asked = { token: "shareToken", unknown: "not_found", limit: RATE_LIMITS.page } as const;
    app.use("/s/:token", ...pathTokenGuards(services, asked));
    app.get("/s/:token", (c) => {
      looks += 1;
      return refusal(c, { name: "not_found" });
    });
    return app;
  });
  const open = async (page: number, token: string) =>
    (await pages[page]?.request(`/s/${token}`, { headers: { "CF-Connecting-IP": STRANGER } }))?.status;
  const unknown = newSecret(SECRET_TYPES.shareToken, cryptoRandom);
  for (let tried = 0; tried < UNKNOWN_TOKENS_PER_MINUTE; tried += 1) expect(await open(0, unknown)).toBe(404);
  const before = looks;
  expect([await open(1, unknown), looks]).toEqual([429, before]);
});

test("no key that is known, and no body, gets another key past the wait", async () => {
  const by = apps();
  expect(await post(by, device.ingestKey)).toBe(200);
  const beside = async (key: string, path: string, body = '{"temp1":40}') =>
    (
      await by.ingest.request(path, {
        method: "POST",
        body,
        headers: { "CF-Connecting-IP": STRANGER, "X-Ingest-Key": key, Authorization: `Bearer ${key}` },
      })
    ).status;
  for (let tried = 0; tried < UNKNOWN_TOKENS_PER_MINUTE; tried += 1)
    expect(await beside(device.ingestKey, `/api/ingest/${unknownKey()}`)).toBe(401);
  expect(await beside(device.ingestKey, `/api/ingest/${unknownKey()}`)).toBe(429);
  const encoded = unknownKey().replace("hw", "%68w");
  expect(await beside(device.ingestKey, `/api/ingest/${encoded}`)).toBe(429);
  clock.advance(120_000);
  const refusedFirst = unknownKey();
  expect(await beside("", `/api/ingest/${refusedFirst}`, "no json")).toBe(400);
  await tryUnknown(by, UNKNOWN_TOKENS_PER_MINUTE);
  expect(await post(by, refusedFirst)).toBe(429);
});

test("where nobody tells addresses, one caller does not hold up all others", async () => {
  const by = apps("none");
  await tryUnknown(by, 2 * UNKNOWN_TOKENS_PER_MINUTE);
});
