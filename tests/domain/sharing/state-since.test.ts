import { describe, expect, test } from "vitest";
import { stateSince } from "../../../lib/sharing/home-page/cards.ts";
import type { ChartPoint } from "../../../lib/sharing/home-page/workbench.ts";
import { pageSensor } from "./page-home.ts";

const NOW = new Date("2026-11-20T10:00:00Z");
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ago = (ms: number) => new Date(NOW.getTime() - ms);

const sump = pageSensor({ key: "flood1", label: "Sump", kind: "flood", unit: null, isState: true, value: 0 });
const NONE = { changedAt: null, lastOnDay: null, hourBefore: null };
const day = (...series: ChartPoint[]) => ({ series, moments: NONE });
const point = (ms: number, value: number) => ({ at: ago(ms).getTime(), value, low: value, high: value });

describe("since when a state is as it is", () => {
  test("is since the reading that changed it, to the millisecond, where that was within the last day", () => {
    const changedAt = NOW.getTime() - 61_001;
    expect(
      stateSince(sump, { series: [point(3 * HOUR_MS, 1)], moments: { ...NONE, changedAt } }, NOW),
    ).toEqual({
      at: new Date(changedAt),
      isAtLeast: false,
    });
  });

  test("is since the end of the last day on which it was on", () => {
    const lastOnDay = Date.parse("2026-11-07T00:00:00Z") / DAY_MS;
    const { series } = day(point(HOUR_MS, 0));
    expect(stateSince(sump, { series, moments: { ...NONE, lastOnDay } }, NOW)?.at).toEqual(
      new Date("2026-11-08T00:00:00Z"),
    );
  });

  test("of a state that is on from the first reading is since that reading, not since its quarter hour began", () => {
    const heard = ago(60_000);
    const open = { ...sump, value: 1, createdAt: heard };
    expect(stateSince(open, day(point(10 * 60_000, 1)), NOW)).toEqual({ at: heard, isAtLeast: true });
  });

  test("is no more than the thirty days that are looked at, or since the first reading", () => {
    expect(stateSince(sump, day(), NOW)).toEqual({ at: ago(30 * DAY_MS), isAtLeast: true });
    const young = { ...sump, createdAt: ago(2 * DAY_MS) };
    expect(stateSince(young, day(), NOW)).toEqual({ at: ago(2 * DAY_MS), isAtLeast: true });
  });

  test("is certain where it was on some day", () => {
    const moments = { ...NONE, lastOnDay: Date.parse("2026-11-07T00:00:00Z") / DAY_MS };
    expect(stateSince(sump, { series: [], moments }, NOW)?.isAtLeast).toBe(false);
  });

  test("is unknown of a measure and before the first reading", () => {
    expect(stateSince({ ...sump, isState: false }, day(), NOW)).toBeNull();
    expect(stateSince({ ...sump, value: null }, day(), NOW)).toBeNull();
  });
});
