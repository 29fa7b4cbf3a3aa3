import { describe, expect, test } from "vitest";
import { settle } from "../../../lib/domain/outgoing/delivery/settle.ts";

const NOW = new Date("2026-01-10T12:00:00Z");
const FIRST = { createdAt: NOW, attempts: 1, now: NOW, chance: 0.5 };
const HOUR_MS = 3_600_000;

const waitMs = (afterSeconds: number): number => {
  const { nextAttemptAt } = settle({ kind: "retry", reason: "HTTP 429", afterSeconds }, FIRST);
  return (nextAttemptAt?.getTime() ?? Number.NaN) - NOW.getTime();
};

describe("a receiver that asks to be left alone", () => {
  test("for ten minutes is tried again then", () => {
    expect(waitMs(600)).toBe(600_000);
  });

  test.each([7_201, 86_400 * 7, 1e308, Number.POSITIVE_INFINITY])(
    "for %d seconds is tried again in two hours",
    (seconds) => {
      expect(waitMs(seconds)).toBe(2 * HOUR_MS);
    },
  );

  test.each([0, -1, -1e308])("for %d seconds is tried again after the usual half minute", (seconds) => {
    expect(waitMs(seconds)).toBe(30_000);
  });
});

test("what was to be sent a day ago is given up, visibly and with its reason", () => {
  const attempt = { ...FIRST, createdAt: new Date(NOW.getTime() - 24 * HOUR_MS) };
  expect(settle({ kind: "retry", reason: "HTTP 500" }, attempt)).toEqual({
    state: "dead",
    nextAttemptAt: null,
    providerId: null,
    lastError: "HTTP 500",
  });
});
