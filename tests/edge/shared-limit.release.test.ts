import { afterAll, describe, expect, test } from "vitest";
import { LIMITER_LIMITS } from "../../lib/kernel/limiter.vendor.ts";
import { RATE_LIMITS } from "../../schema/limits.ts";
import { openTestDatabase } from "../support/database.ts";
import { addDevice, addHome } from "../support/fixtures.ts";
import { type PostAnswer, postAtOnce } from "../support/post-at-once.ts";
import { inOneWindow, openTestRedis, type TestRedis } from "../support/redis.ts";
import type { Edge } from "./edge.ts";
import { serveGroups } from "./served-groups.ts";

const POSTS = 130;
/** Requests at a time for one instance. More would test how long a busy machine delays Redis's answer. */
const AT_A_TIME = 4;
const BODY = '{"temp1":40}';
const LIMIT = RATE_LIMITS.ingest.limit;
/** An instance may have let its first ten requests through before it reports them. */
const PASSED_MAX = LIMIT + RATE_LIMITS.ingest.localRequests;
/** The promise is +350 ms on a post of some 10 ms; the rest is for a busy machine. */
const POST_MS_MAX = 1_500;
/** Enough posts to open the breaker. */
const ONE_BY_ONE = LIMITER_LIMITS.limiterBreakerFailures + 2;

const opened: { stop(): Promise<void> }[] = [];

const database = await openTestDatabase();
const home = await addHome(database);
afterAll(async () => {
  for (const { stop } of opened.reverse()) await stop();
});

async function openRedis(): Promise<TestRedis> {
  const redis = await openTestRedis();
  opened.push({ stop: redis.close });
  return redis;
}

/** Returns a warm app instance, because these tests don't measure its first request or its first call of Redis. */
async function instance(redis: Pick<TestRedis, "url" | "token">): Promise<Edge> {
  const runtime = await serveGroups(["ingest"], { database, redis });
  opened.push(runtime);
  const { ingestKey } = await addDevice(database, home);
  for (let sent = 0; sent <= RATE_LIMITS.ingest.localRequests; sent += 1) await post(runtime, ingestKey);
  return runtime;
}

const post = (runtime: Edge, ingestKey: string) =>
  fetch(`${runtime.url}/api/ingest/${ingestKey}`, { method: "POST", body: BODY });

const postMany = (runtimes: Edge[], ingestKey: string, count: number, sideBySide?: number) =>
  postAtOnce({
    urls: runtimes.map(({ url }) => `${url}/api/ingest/${ingestKey}`),
    count,
    body: BODY,
    ...(sideBySide === undefined ? {} : { sideBySide }),
  });

function expectAboutTheLimit(answers: PostAnswer[]): void {
  const passed = withStatus(answers, 200).length;
  expect(passed).toBeGreaterThanOrEqual(LIMIT);
  expect(passed).toBeLessThanOrEqual(PASSED_MAX);
  expect(withStatus(answers, 429)).toHaveLength(answers.length - passed);
}

const withStatus = (answers: PostAnswer[], status: number) =>
  answers.filter((answer) => answer.status === status);

test("two app instances let 60 to 70 of 130 posts of a device through, side by side", async () => {
  const redis = await openRedis();
  const runtimes = await Promise.all([instance(redis), instance(redis)]);
  const answers = await inOneWindow(async () => {
    const { ingestKey } = await addDevice(database, home);
    return postMany(runtimes, ingestKey, POSTS, 2 * AT_A_TIME);
  });
  const refused = withStatus(answers, 429);
  expectAboutTheLimit(answers);
  for (const answer of refused) {
    expect(Number(answer.headers["retry-after"])).toBeGreaterThanOrEqual(1);
    expect(answer.headers["ratelimit-policy"]).toBe(`"ingest";q=${LIMIT};w=60`);
  }
});

test("four app instances let about 60 of 240 posts through, also while Redis is slow", async () => {
  const redis = await openRedis();
  const runtimes = await Promise.all([1, 2, 3, 4].map(() => instance(redis)));
  for (const slowMs of [0, 100]) {
    if (slowMs > 0) redis.suffer({ kind: "slow", ms: slowMs });
    const answers = await inOneWindow(async () => {
      const { ingestKey } = await addDevice(database, home);
      return postMany(runtimes, ingestKey, 4 * LIMIT, 2 * AT_A_TIME);
    });
    // Each of the three others may learn of the limit only after its first ten requests.
    expect(withStatus(answers, 200).length).toBeGreaterThanOrEqual(LIMIT);
    expect(withStatus(answers, 200).length).toBeLessThanOrEqual(LIMIT + 3 * RATE_LIMITS.ingest.localRequests);
  }
});

test("a device that posts at most ten times a minute costs no command of Redis, and its headers count down", async () => {
  const redis = await openRedis();
  const runtime = await instance(redis);
  const { ingestKey, left, asked, before } = await inOneWindow(async () => {
    const device = await addDevice(database, home);
    const callsBefore = redis.calls();
    const headers: (string | null)[] = [];
    for (let sent = 0; sent < RATE_LIMITS.ingest.localRequests; sent += 1)
      headers.push((await post(runtime, device.ingestKey)).headers.get("RateLimit"));
    return { ...device, left: headers, before: callsBefore, asked: redis.calls() - callsBefore };
  });
  expect(asked).toBe(0);
  expect(left.map((header) => Number(/r=(\d+)/.exec(header ?? "")?.[1]))).toEqual(
    Array.from({ length: RATE_LIMITS.ingest.localRequests }, (_, index) => LIMIT - 1 - index),
  );
  await post(runtime, ingestKey);
  expect(redis.calls()).toBeGreaterThan(before);
});

describe("while the shared limiter", () => {
  const FAULTS: [string, (redis: TestRedis) => Promise<void> | void][] = [
    ["is stopped", (redis) => redis.close()],
    ["hangs", (redis) => redis.suffer({ kind: "hang" })],
    ["answers HTML", (redis) => redis.suffer({ kind: "html" })],
  ];
  test.each(FAULTS)(
    "%s, a post is neither late nor a 500, and the instance counts to 60",
    async (_, fail) => {
      const redis = await openRedis();
      const runtime = await instance(redis);
      await fail(redis);
      const answers = await inOneWindow(async () => {
        const { ingestKey } = await addDevice(database, home);
        for (let sent = 0; sent < ONE_BY_ONE; sent += 1) {
          const before = performance.now();
          expect((await post(runtime, ingestKey)).status).toBe(200);
          expect(performance.now() - before).toBeLessThan(POST_MS_MAX);
        }
        return postMany([runtime], ingestKey, LIMIT);
      });
      expect([withStatus(answers, 200).length, withStatus(answers, 429).length]).toEqual([
        LIMIT - ONE_BY_ONE,
        ONE_BY_ONE,
      ]);
    },
  );

  test("hangs, posts that all wait for it at once are counted too", async () => {
    const redis = await openRedis();
    const runtime = await instance(redis);
    redis.suffer({ kind: "hang" });
    const answers = await inOneWindow(async () => {
      const { ingestKey } = await addDevice(database, home);
      return postMany([runtime], ingestKey, LIMIT + 20);
    });
    expect([withStatus(answers, 200).length, withStatus(answers, 429).length]).toEqual([LIMIT, 20]);
  });
});
