import { describe, expect, test } from "vitest";
import type { SendResult } from "../../../lib/channels/content.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../lib/kernel/time.ts";
import { type Attempt, settle } from "../../../lib/outbox/settle.ts";

const NOW = new Date("2026-01-10T12:00:00Z");
const FIRST: Attempt = { createdAt: NOW, attempts: 1, isCritical: false, now: NOW, chance: 0.5 };

const RETRY: SendResult = { kind: "retry", reason: "HTTP 429" };
const waitMs = (result: SendResult, attempt: Partial<Attempt> = {}): number => {
  const { nextAttemptAt } = settle(result, { ...FIRST, ...attempt });
  return (nextAttemptAt?.getTime() ?? Number.NaN) - NOW.getTime();
};
const ago = (ms: number) => ({ createdAt: new Date(NOW.getTime() - ms) });

describe("a message is", () => {
  test("tried again, with what was wrong", () => {
    expect(settle(RETRY, FIRST)).toEqual({
      state: "pending",
      nextAttemptAt: new Date(NOW.getTime() + 30_000),
      providerId: null,
      lastError: "HTTP 429",
    });
  });

  test("tried again in a quarter of an hour where our account is at fault, however often it was tried", () => {
    const result: SendResult = { kind: "configuration", reason: "HTTP 401" };
    expect(waitMs(result)).toBe(15 * MINUTE_MS);
    expect(settle(result, { ...FIRST, attempts: 9 })).toMatchObject({
      state: "pending",
      lastError: "HTTP 401",
    });
  });

  test("held until its reader wakes, which is no error", () => {
    const until = NOW.getTime() + 3 * HOUR_MS;
    expect(settle({ kind: "held", until }, FIRST)).toEqual({
      state: "pending",
      nextAttemptAt: new Date(until),
      providerId: null,
      lastError: null,
    });
  });
});

test.each<[string, number, number, number]>([
  ["half a minute after the first attempt", 1, 0, 30_000],
  ["twenty minutes after each further one", 4, 0, 20 * MINUTE_MS],
  ["twenty minutes while it is almost six hours old", 20, 6 * HOUR_MS - 1, 20 * MINUTE_MS],
  ["two hours once it is six hours old", 20, 6 * HOUR_MS, 2 * HOUR_MS],
])("is tried again %s", (_, attempts, ageMs, wait) => {
  expect(waitMs(RETRY, { attempts, ...ago(ageMs) })).toBe(wait);
});

test.each<[number, number, number]>([
  [1, 0, 15_000],
  [4, 0, 2 * MINUTE_MS],
  [150, 6 * HOUR_MS - 1, 2 * MINUTE_MS],
  [150, 6 * HOUR_MS, 2 * HOUR_MS],
])("a critical one is tried again soon: after attempt %i, %i ms old, in %i ms", (attempts, ageMs, wait) => {
  expect(waitMs(RETRY, { attempts, isCritical: true, ...ago(ageMs) })).toBe(wait);
});

test.each([
  [0, 24_000],
  [0.5, 30_000],
  [1, 36_000],
])("messages that failed together are spread by a fifth: at chance %f after %d ms", (chance, wait) => {
  expect(waitMs(RETRY, { chance })).toBeCloseTo(wait, 6);
});

describe("a receiver that asks to be left alone", () => {
  const asked = (afterSeconds: number) => waitMs({ kind: "retry", reason: "HTTP 429", afterSeconds });

  test("for ten minutes is tried again then", () => {
    expect(asked(600)).toBe(600_000);
  });

  test.each([7_200, Number.POSITIVE_INFINITY])("for %d seconds is tried again in two hours", (seconds) => {
    expect(asked(seconds)).toBe(2 * HOUR_MS);
  });

  test.each([-1, 30])("for %d seconds is tried again after the usual half minute", (seconds) => {
    expect(asked(seconds)).toBe(30_000);
  });
});

test("what was to be sent a day ago is given up, visibly and with its reason", () => {
  expect(settle({ kind: "retry", reason: "HTTP 500" }, { ...FIRST, ...ago(DAY_MS) })).toEqual({
    state: "dead",
    nextAttemptAt: null,
    providerId: null,
    lastError: "HTTP 500",
  });
});
