import { describe, expect, test } from "vitest";
import { dayEndMs, dayStartMs, utcDayOf } from "../../../lib/history/buckets.ts";
import {
  firstOpenDay,
  isClosedDay,
  type Keeping,
  keepingOf,
  keptFrom,
  RETENTION_DAYS,
  type StoredPlan,
} from "../../../lib/history/retention.ts";
import { LIMITS } from "../../../schema/limits.ts";
import { PLANS, RESOLUTIONS } from "../../../schema/vocabulary.ts";
import { readLines } from "../../support/json-lines.ts";

const at = (iso: string): number => Date.parse(iso);
const NOW = at("2026-11-20T10:30:00Z");
const pro: Keeping = { plan: "pro", downgradedAtMs: null };
const free: Keeping = { plan: "free", downgradedAtMs: null };
const cuts = (keeping: Keeping) => {
  const tiers = [...RESOLUTIONS, "log"] as const;
  return Object.fromEntries(tiers.map((tier) => [tier, keptFrom(tier, keeping, NOW)]));
};

describe("retention", () => {
  test.each(PLANS)("never keeps a coarser tier shorter than a finer one (%s)", (plan) => {
    const days = RESOLUTIONS.map((tier) => RETENTION_DAYS[plan][tier] ?? Number.POSITIVE_INFINITY);
    expect(days).toEqual(days.toSorted((a, b) => a - b));
  });

  test.each(PLANS)("keeps readings longer than they may come late (%s)", (plan) => {
    expect(RETENTION_DAYS[plan].raw).toBeGreaterThan(LIMITS.readingPastDaysMax + 1);
  });

  test("cuts a Free home at 10, 30, 365 and 90 days, and keeps days for ever", () => {
    expect(cuts(free)).toEqual({
      raw: "2026-11-10",
      "15m": "2026-10-21",
      "1h": "2025-11-20",
      "1d": null,
      log: "2026-08-22",
    });
  });

  test("cuts a Pro home at 90 and 400 days, and keeps hours for ever", () => {
    expect(cuts(pro)).toEqual({
      raw: "2026-08-22",
      "15m": "2025-10-16",
      "1h": null,
      "1d": null,
      log: "2025-10-16",
    });
  });

  test("counts a leap day as a day", () => {
    expect(keptFrom("raw", free, at("2028-03-10T00:00:00Z"))).toBe("2028-02-29");
    expect(keptFrom("1h", free, at("2028-12-31T12:00:00Z"))).toBe("2028-01-01");
  });
});

describe("sealing", () => {
  test("waits seven days after a day's end, and an hour for what is on its way", () => {
    expect(isClosedDay("2026-11-12", at("2026-11-20T00:59:59.999Z"))).toBe(false);
    expect(isClosedDay("2026-11-12", at("2026-11-20T01:00:00Z"))).toBe(true);
  });

  test("takes exactly the days before the first open one", () => {
    for (let hour = 0; hour < 48; hour += 1) {
      const now = NOW + hour * 3_600_000;
      expect(isClosedDay(firstOpenDay(now), now)).toBe(false);
      const before = new Date(at(firstOpenDay(now)) - 86_400_000).toISOString().slice(0, 10);
      expect(isClosedDay(before, now)).toBe(true);
    }
  });
});

const TODAY = Date.UTC(2026, 10, 20);
const FREE: StoredPlan = { plan: "free", trialEndsAtMs: null, downgradedAtMs: null };

test.each<[string, Partial<StoredPlan>, ReturnType<typeof keepingOf>]>(
  readLines(new URL("keeping.jsonl", import.meta.url)),
)("a home that is %s is kept so", (_, stored, keeping) => {
  expect(keepingOf({ ...FREE, ...stored }, TODAY)).toEqual(keeping);
});

test("a day in UTC begins at its midnight and ends where the next begins", () => {
  expect([dayStartMs("2026-11-20"), dayEndMs("2026-11-20")]).toEqual([TODAY, TODAY + 86_400_000]);
  expect([TODAY - 1, TODAY, TODAY + 86_399_999].map(utcDayOf)).toEqual([
    "2026-11-19",
    "2026-11-20",
    "2026-11-20",
  ]);
});
