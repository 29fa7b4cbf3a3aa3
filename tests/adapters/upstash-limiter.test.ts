import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { upstashLimiter } from "../../lib/kernel/limiter.vendor.ts";
import type { LimitPolicy } from "../../lib/kernel/ports.ts";
import { cryptoRandom, testClock } from "../support/ports.ts";

const POLICY: LimitPolicy = { name: "reads", limit: 12, windowSeconds: 60 };

/** What Redis answers next, and how many requests it was told of each time it was asked. */
let answer: () => Response;
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

const open = () =>
  upstashLimiter({
    url: "https://redis.example",
    token: "t",
    random: cryptoRandom,
    report: () => {},
    clock: testClock("2026-11-20T10:00:00Z"),
  });

async function allowed(limiter: ReturnType<typeof open>, policy: LimitPolicy, times: number) {
  const verdicts: boolean[] = [];
  for (let asked = 0; asked < times; asked += 1) verdicts.push((await limiter(policy, "somebody")).allowed);
  return verdicts.filter(Boolean).length;
}

describe("the shared limiter", () => {
  test("counts, at its first request, what went through before", async () => {
    answer = says(5);
    const limiter = open();
    expect(await allowed(limiter, { ...POLICY, localRequests: 10 }, 12)).toBe(12);
    expect(told).toEqual([11, 1]);
  });

  test("counts later what went through while it did not answer", async () => {
    answer = fails;
    const limiter = open();
    await allowed(limiter, POLICY, 2);
    answer = says(5);
    await allowed(limiter, POLICY, 2);
    expect(told).toEqual([1, 2, 3, 1]);
  });

  test("that refuses takes nothing from what this instance may let through once it is out", async () => {
    answer = says(-1);
    const limiter = open();
    expect(await allowed(limiter, POLICY, 20)).toBe(0);
    answer = fails;
    expect(await allowed(limiter, POLICY, 20)).toBe(POLICY.limit);
  });

  test("keeps the count of whoever asks while thousands of others ask", async () => {
    answer = fails;
    const limiter = open();
    const policy = { ...POLICY, localRequests: 12 };
    expect(await allowed(limiter, policy, 12)).toBe(12);
    for (let other = 0; other < 4_000; other += 1) await limiter(policy, `other ${other}`);
    expect(await allowed(limiter, policy, 1)).toBe(0);
  });

  test("refuses at the gate where the limit itself is counted behind it", async () => {
    answer = says(10, 24);
    const limiter = open();
    expect(await allowed(limiter, { ...POLICY, gate: 24 }, 30)).toBe(24);
    expect(await limiter({ ...POLICY, gate: 24 }, "another")).toMatchObject({ allowed: true, remaining: 0 });
  });
});
