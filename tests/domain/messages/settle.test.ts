import { expect, test } from "vitest";
import type { SendResult } from "../../../lib/channels/content.ts";
import { HOUR_MS } from "../../../lib/kernel/time.ts";
import { type Attempt, settle } from "../../../lib/outbox/settle.ts";
import { readLines } from "../../support/json-lines.ts";

const NOW = new Date("2026-01-10T12:00:00Z");
const FIRST: Attempt = { createdAt: NOW, attempts: 1, isCritical: false, now: NOW, chance: 0.5 };
const RETRY: SendResult = { kind: "retry", reason: "HTTP 429" };

/** What becomes of an attempt; `after`: the seconds until the next one, or null for none. */
type Row = Partial<Pick<Attempt, "attempts" | "isCritical" | "chance">> & {
  message: string;
  result?: SendResult;
  ageMs?: number;
  after: number | null;
  error?: string;
};

test.each(readLines<Row>(new URL("settle.jsonl", import.meta.url)))(
  "a message $message",
  ({ message: _, result = RETRY, ageMs = 0, after, error = "HTTP 429", ...attempt }) => {
    const createdAt = new Date(NOW.getTime() - ageMs);
    const { nextAttemptAt, ...settled } = settle(result, { ...FIRST, createdAt, ...attempt });
    expect(settled).toEqual({
      state: after === null ? "dead" : "pending",
      providerId: null,
      lastError: error,
    });
    const seconds = nextAttemptAt === null ? null : (nextAttemptAt.getTime() - NOW.getTime()) / 1_000;
    expect(seconds).toEqual(after === null ? null : expect.closeTo(after, 6));
  },
);

test("a receiver that asks to be left alone for ever is tried again in two hours", () => {
  const { nextAttemptAt } = settle({ ...RETRY, afterSeconds: Number.POSITIVE_INFINITY }, FIRST);
  expect(nextAttemptAt).toEqual(new Date(NOW.getTime() + 2 * HOUR_MS));
});

test("a message is held until its reader wakes, which is no error", () => {
  const until = NOW.getTime() + 3 * HOUR_MS;
  expect(settle({ kind: "held", until }, FIRST)).toEqual({
    ...{ state: "pending", nextAttemptAt: new Date(until), providerId: null, lastError: null },
  });
});
