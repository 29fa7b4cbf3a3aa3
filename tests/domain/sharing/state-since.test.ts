import { describe, expect, test } from "vitest";
import { sinceAlerted, stateSince, trendPerHour } from "../../../lib/sharing/home-page/cards.ts";
import type { PageSensor } from "../../../lib/sharing/home-page/page-home.ts";

const NOW = new Date("2026-11-20T10:00:00Z");
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ago = (ms: number) => new Date(NOW.getTime() - ms);

const sump: PageSensor = {
  id: "sen_1",
  position: 1,
  key: "flood1",
  label: "Sump",
  kind: "flood",
  unit: null,
  isState: true,
  visible: true,
  value: 0,
  recordedAt: NOW,
  faultyAt: null,
  fault: null,
  alertSettings: {},
  lastOnDay: null,
  placement: null,
  placementGuess: null,
  trueMeans: null,
  unitSource: null,
  createdAt: ago(90 * DAY_MS),
};
const point = (ms: number, value: number) => ({ at: ago(ms).getTime(), value });

describe("since when a state is as it is", () => {
  test("is since it changed within the last day", () => {
    const day = [point(3 * HOUR_MS, 1), point(2 * HOUR_MS, 1), point(HOUR_MS, 0), point(0, 0)];
    expect(stateSince(sump, day, NOW)).toEqual({ at: ago(HOUR_MS), isAtLeast: false });
  });

  test("is since the alert about its water opened, where that was in the same quarter hour", () => {
    const since = { at: ago(10 * 60_000), isAtLeast: false };
    const openedAt = ago(60_000);
    expect(sinceAlerted(since, [{ kind: "leak", openedAt }])).toEqual({ at: openedAt, isAtLeast: false });
    expect(sinceAlerted({ ...since, at: ago(HOUR_MS) }, [{ kind: "leak", openedAt }])?.at).toEqual(
      ago(HOUR_MS),
    );
    expect(sinceAlerted(since, [{ kind: "outage", openedAt }])).toEqual(since);
  });

  test("is since the end of the last day on which it was on", () => {
    const lastOnDay = new Date("2026-11-07T00:00:00Z");
    expect(stateSince({ ...sump, lastOnDay }, [point(HOUR_MS, 0)], NOW)?.at).toEqual(
      new Date("2026-11-08T00:00:00Z"),
    );
  });

  test("of a state that is on from the first reading is since that reading, not since its quarter hour began", () => {
    const heard = ago(60_000);
    const open = { ...sump, value: 1, createdAt: heard };
    expect(stateSince(open, [point(10 * 60_000, 1)], NOW)).toEqual({ at: heard, isAtLeast: true });
  });

  test("is no more than the thirty days that are looked at, or since the first reading", () => {
    expect(stateSince(sump, [], NOW)).toEqual({ at: ago(30 * DAY_MS), isAtLeast: true });
    const young = { ...sump, createdAt: ago(2 * DAY_MS) };
    expect(stateSince(young, [], NOW)).toEqual({ at: ago(2 * DAY_MS), isAtLeast: true });
  });

  test("is at least since the first quarter hour of a state that is on", () => {
    const on = { ...sump, value: 1 };
    expect(stateSince(on, [point(2 * HOUR_MS, 1), point(0, 1)], NOW)).toEqual({
      ...{ at: ago(2 * HOUR_MS), isAtLeast: true },
    });
    expect(stateSince(on, [], NOW)).toBeNull();
  });

  test("is since now where the last quarter hour says otherwise", () => {
    expect(stateSince(sump, [point(HOUR_MS, 1)], NOW)).toEqual({ at: NOW, isAtLeast: false });
  });

  test("is at least since the first quarter hour of what is younger than its history", () => {
    const young = { ...sump, createdAt: NOW };
    expect(stateSince(young, [point(HOUR_MS, 0)], NOW)).toEqual({ at: ago(HOUR_MS), isAtLeast: true });
  });

  test("is certain where it was on some day", () => {
    const lastOnDay = new Date("2026-11-07T00:00:00Z");
    expect(stateSince({ ...sump, lastOnDay }, [], NOW)?.isAtLeast).toBe(false);
  });

  test("is unknown of a measure and before the first reading", () => {
    expect(stateSince({ ...sump, isState: false }, [], NOW)).toBeNull();
    expect(stateSince({ ...sump, value: null }, [], NOW)).toBeNull();
  });
});

describe("the trend", () => {
  test("is the slope an hour over the last hour and a half", () => {
    const series = [
      point(5 * HOUR_MS, 90),
      ...[1.25, 1, 0.75, 0.5, 0.25, 0].map((h) => point(h * HOUR_MS, 50 + 2 * h)),
    ];
    expect(trendPerHour(series)).toBeCloseTo(-2);
  });

  test("is unknown of too short a time", () => {
    expect(trendPerHour([])).toBeNull();
    expect(trendPerHour([point(HOUR_MS / 4, 1), point(0, 2)])).toBeNull();
  });
});
