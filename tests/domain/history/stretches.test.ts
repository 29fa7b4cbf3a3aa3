import { describe, expect, test } from "vitest";
import { type ReadRequest, type Stretch, stretchesOf, stretchOfAnyPlan } from "../../../lib/history/plan.ts";
import type { Resolution } from "../../../schema/vocabulary.ts";

const at = (iso: string): number => Date.parse(iso);
const NOW = at("2026-11-20T10:30:00Z");
const short = ({ resolution, fromMs, toMs }: Stretch): string =>
  `${resolution} ${new Date(fromMs).toISOString().slice(0, 16)} ${new Date(toMs).toISOString().slice(0, 16)}`;

describe("a wish that every plan still keeps is one stretch", () => {
  const wish = (resolution: Resolution, from: string, to = "2026-11-20T10:20:00Z") =>
    stretchOfAnyPlan({ resolution, fromMs: at(from), toMs: at(to), nowMs: NOW })?.map(short) ?? null;

  test.each<[string, string[] | null, string[] | null]>([
    [
      "raw from the first day of a Free home on, as it was asked for",
      wish("raw", "2026-11-10T00:00:00Z"),
      ["raw 2026-11-10T00:00 2026-11-20T10:20"],
    ],
    ["not raw of the day before", wish("raw", "2026-11-09T23:59:59.999Z"), null],
    ["buckets, whole ones", wish("15m", "2026-11-01T10:20:00Z"), ["15m 2026-11-01T10:15 2026-11-20T10:30"]],
    [
      "days of any age, which every plan keeps",
      wish("1d", "2016-11-01T10:20:00Z"),
      ["1d 2016-11-01T00:00 2026-11-21T00:00"],
    ],
    ["nothing of nothing", wish("raw", "2026-11-20T10:20:00Z"), []],
    ["nothing backwards", wish("15m", "2026-11-20T10:21:00Z"), []],
    ["a millisecond", wish("raw", "2026-11-20T10:19:59.999Z"), ["raw 2026-11-20T10:19 2026-11-20T10:20"]],
  ])("%s", (_, asked, wanted) => {
    expect(asked).toEqual(wanted);
  });
});

describe("an answer in stretches", () => {
  const ask = (asked: Partial<ReadRequest>): string[] =>
    stretchesOf({
      resolution: "raw",
      fromMs: at("2026-11-12T00:00:00Z"),
      toMs: NOW,
      keeping: { plan: "free", downgradedAtMs: null },
      nowMs: NOW,
      sealedBefore: "2026-11-13",
      ...asked,
    }).map(short);

  test("is one where chunks and snapshots meet", () => {
    expect(ask({})).toEqual(["raw 2026-11-12T00:00 2026-11-20T10:30"]);
  });

  test("has one for each resolution, the oldest first", () => {
    expect(ask({ fromMs: at("2026-10-01T00:00:00Z") })).toEqual([
      "1h 2026-10-01T00:00 2026-10-21T00:00",
      "15m 2026-10-21T00:00 2026-11-10T00:00",
      "raw 2026-11-10T00:00 2026-11-20T10:30",
    ]);
  });

  test("of nothing has none", () => {
    expect(ask({ fromMs: NOW })).toEqual([]);
  });
});
