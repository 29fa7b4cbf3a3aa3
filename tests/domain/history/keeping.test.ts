import { expect, test } from "vitest";
import { dayEndMs, dayNumber, dayStartMs, utcDayOf } from "../../../lib/history/buckets.ts";
import { keepingOf, type StoredPlan } from "../../../lib/history/retention.ts";
import { readLines } from "../../support/json-lines.ts";

const NOW = Date.UTC(2026, 10, 20);
const free: StoredPlan = { plan: "free", trialEndsAtMs: null, downgradedAtMs: null };

test.each<[string, Partial<StoredPlan>, ReturnType<typeof keepingOf>]>(
  readLines(new URL("keeping.jsonl", import.meta.url)),
)("a home that is %s is kept so", (_, stored, keeping) => {
  expect(keepingOf({ ...free, ...stored }, NOW)).toEqual(keeping);
});

test("a day in UTC begins at its midnight and ends where the next begins", () => {
  expect([dayStartMs("2026-11-20"), dayEndMs("2026-11-20")]).toEqual([NOW, NOW + 86_400_000]);
  expect([NOW - 1, NOW, NOW + 86_399_999].map(utcDayOf)).toEqual(["2026-11-19", "2026-11-20", "2026-11-20"]);
  expect([0, 86_399_999, 86_400_000, -1].map(dayNumber)).toEqual([0, 0, 1, -1]);
});
