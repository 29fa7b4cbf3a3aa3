import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  LIMITER_LIMITS,
  localLimiter,
  upstashLimiter,
  upstashRedis,
} from "../../lib/kernel/limiter.vendor.ts";
import type { LimitPolicy } from "../../lib/kernel/ports.ts";
import { cryptoRandom, type Reported, testClock } from "../support/services.ts";

const POLICY: LimitPolicy = { name: "reads", limit: 12, windowSeconds: 60 };

/** Redis's next answer, and the number of requests in each call to it. */
let answer: () => Response | Promise<Response>;
let told: number[];
beforeEach(() => {
  told = [];
  vi.stubGlobal("fetch", async (_url: string, init: { body: string }) => {
    const command = JSON.parse(init.body) as unknown[];
    told.push(Number(command.at(-1)));
    return answer();
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const says =
  (remaining: number, limit = POLICY.limit) =>
  () =>
    Response.json({ result: [remaining, limit] });
const fails = () => new Response("no", { status: 500 });

function open() {
  const reports: Reported[] = [];
  const clock = testClock("2026-11-20T10:00:00Z");
  const report = (line: Reported) => void reports.push(line);
  const limiter = upstashLimiter({
    redis: upstashRedis({ url: "https://redis.example", token: "t" }),
    random: cryptoRandom,
    report,
    clock,
  });
  return { limiter, clock, reports };
}

async function allowed(
  limiter: ReturnType<typeof open>["limiter"],
  policy: LimitPolicy,
  times: number,
): Promise<number> {
  const verdicts: boolean[] = [];
  for (let asked = 0; asked < times; asked += 1) verdicts.push((await limiter(policy, "somebody")).allowed);
  return verdicts.filter(Boolean).length;
}

describe("the shared limiter", () => {
  test("counts, at its first request, what went through before", async () => {
    answer = says(5);
    expect(await allowed(open().limiter, { ...POLICY, localRequests: 10 }, 12)).toBe(12);
    expect(told).toEqual([11, 1]);
  });

  test("counts later what went through while it did not answer", async () => {
    answer = fails;
    const { limiter } = open();
    await allowed(limiter, POLICY, 2);
    answer = says(5);
    await allowed(limiter, POLICY, 2);
    expect(told).toEqual([1, 2, 3, 1]);
  });

  test("that refuses takes nothing from what this instance may let through once it is out", async () => {
    answer = says(-1);
    const { limiter } = open();
    expect(await allowed(limiter, POLICY, 20)).toBe(0);
    answer = fails;
    expect(await allowed(limiter, POLICY, 20)).toBe(POLICY.limit);
  });

  test("keeps the count of whoever asks while thousands of others ask", async () => {
    answer = fails;
    const { limiter } = open();
    const policy = { ...POLICY, localRequests: 12 };
    expect(await allowed(limiter, policy, 12)).toBe(12);
    for (let other = 0; other < 4_000; other += 1) await limiter(policy, `other ${other}`);
    expect(await allowed(limiter, policy, 1)).toBe(0);
  });

  test("that is away is asked now and then, and its outage is one line of the log", async () => {
    answer = fails;
    const { limiter, clock, reports } = open();
    const policy = { ...POLICY, limit: 1_000 };
    for (let round = 0; round < 3; round += 1) {
      await allowed(limiter, policy, 10);
      clock.advance(LIMITER_LIMITS.limiterBreakerMs);
    }
    expect(told).toHaveLength(LIMITER_LIMITS.limiterBreakerFailures + 2);
    expect(reports).toEqual([expect.objectContaining({ event: "shared_limiter_unreachable" })]);
    answer = says(5, 1_000);
    await allowed(limiter, policy, 1);
    answer = fails;
    await allowed(limiter, policy, 10);
    expect(reports).toHaveLength(2);
  });

  test("that hangs keeps a caller for no longer than its bound", async () => {
    answer = () => new Promise<Response>(() => undefined);
    const begun = performance.now();
    expect(await allowed(open().limiter, POLICY, 1)).toBe(1);
    expect(performance.now() - begun).toBeLessThan(3 * LIMITER_LIMITS.limiterTimeoutMs);
  });
});

test("the counted window may be shorter than the stated one", async () => {
  const clock = testClock("2026-11-20T10:00:00Z");
  const count = localLimiter(clock);
  const policy = { ...POLICY, countedSeconds: 50 };
  expect(await allowed(count, policy, 20)).toBe(POLICY.limit);
  clock.advance(100_000);
  expect(await allowed(count, policy, 20)).toBe(POLICY.limit);
});

test("a refusal says when the next request gets through: not a second later, not one sooner", async () => {
  const clock = testClock("2026-11-20T10:00:50Z");
  const limiter = localLimiter(clock);
  expect(await allowed(limiter, POLICY, 11)).toBe(11);
  clock.set("2026-11-20T10:01:01Z");
  expect(await allowed(limiter, POLICY, 1)).toBe(1);
  const refused = await limiter(POLICY, "somebody");
  expect(refused).toMatchObject({ allowed: false, resetSeconds: 49 });
  clock.advance((refused.resetSeconds - 1) * 1_000);
  expect(await allowed(limiter, POLICY, 1)).toBe(0);
  clock.advance(1_000);
  expect(await allowed(limiter, POLICY, 12)).toBe(11);
});
