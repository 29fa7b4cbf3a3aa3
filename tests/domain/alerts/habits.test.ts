import { describe, expect, test } from "vitest";
import { NO_QUIET } from "../../../lib/alerts/quiet/quiet.ts";
import { lostAmong, momentsHeard, postsOf, usualIntervalMs } from "../../../lib/alerts/rhythm.ts";
import { settingsFor } from "../../../lib/alerts/settings.ts";
import {
  failingMs,
  type Signs,
  signsOf,
  silenceMs,
  silentSince,
  tickGaps,
} from "../../../lib/alerts/silence.ts";
import { graceMs, type Habits, shortestGraceMs } from "../../../lib/alerts/verdict.ts";
import { HOUR, MINUTE, T0 } from "./posts.ts";

const SECONDS = 60;
/** The seconds of so many gaps, of which the last is as long as some posts that were lost make it. */
const gapsOf = (count: number, minutes: number, lost = 0): number[] =>
  Array.from({ length: count }, (_, index) => minutes * SECONDS * (index === count - 1 ? lost + 1 : 1));
const heard = (gaps: number[], rest: Partial<Habits> = {}): Habits => ({
  type: "push",
  lastSeenAt: T0,
  gaps,
  ...rest,
});
describe("the silence that is an outage", () => {
  const AWAY = { ...NO_QUIET, vacation: { until: null } };
  const minutesOf = (habits: Habits, settings = {}, quiet = NO_QUIET) =>
    graceMs(habits, { ...settingsFor("outage"), ...settings }, quiet, T0) / MINUTE;

  test.each<[string, number, number]>([
    ["is 45 minutes of a quick device that loses nothing", minutesOf(heard(gapsOf(20, 5))), 45],
    ["is 5.5 intervals of a slower one", minutesOf(heard(gapsOf(20, 15))), 82.5],
    ["is more intervals the more posts are lost", minutesOf(heard(gapsOf(13, 20, 7))), 270],
    ["is a day at most", minutesOf(heard(gapsOf(20, 360))), 24 * 60],
    [
      "is as long as it takes of a device that speaks daily",
      minutesOf(heard(gapsOf(20, 24 * 60))),
      3 * 24 * 60,
    ],
    ["is by its habits from the twelfth gap on", minutesOf(heard(gapsOf(12, 15))), 82.5],
    ["is six hours before that", minutesOf(heard(gapsOf(11, 15))), 360],
    ["is three of its longest silences before that", minutesOf(heard(gapsOf(11, 15, 9))), 450],
    ["is six hours where these are shorter", minutesOf(heard([...gapsOf(10, 15), 119 * SECONDS])), 360],
    ["is a day and an hour of a device that was heard once", minutesOf(heard([])), 25 * 60],
    ["is its own where it has one", minutesOf(heard([]), { graceMs: HOUR }), 60],
    ["is half of its own on vacation", minutesOf(heard([]), { graceMs: HOUR }, AWAY), 30],
    ["is half on vacation", minutesOf(heard(gapsOf(20, 1)), {}, AWAY), 22.5],
  ])("%s", (_, minutes, expected) => {
    expect(minutes).toBeCloseTo(expected, 9);
  });

  test("is never shorter than its least, or half of that on vacation", () => {
    const settings = settingsFor("outage");
    expect(shortestGraceMs(settings, NO_QUIET, T0)).toBe(45 * MINUTE);
    expect(shortestGraceMs(settings, AWAY, T0)).toBe(22.5 * MINUTE);
    expect(shortestGraceMs({ ...settings, graceMs: HOUR }, NO_QUIET, T0)).toBe(HOUR);
  });
});

describe("posts that were lost", () => {
  test.each<[string, number[], number]>([
    ["are none where none is missing", [15, 15], 0],
    ["are counted by whole intervals", [15, 22, 23, 45], 3],
    ["are none of a gap that is shorter", [2], 0],
    ["are twelve in a row at most", [13 * 15, 14 * 15, 99 * 15], 36],
  ])("%s", (_, minutes, lost) => {
    expect(
      lostAmong(
        minutes.map((each) => each * MINUTE),
        15 * MINUTE,
      ),
    ).toBe(lost);
  });

  test("are counted by half minutes of a device that posts faster", () => {
    expect(lostAmong([60_000], 1_000)).toBe(1);
  });
});

describe("when a device was heard", () => {
  test("follows from its last gaps", () => {
    expect(momentsHeard({ lastSeenAt: T0, gaps: [60, 120] })).toEqual([T0, T0 - MINUTE, T0 - 3 * MINUTE]);
    expect(momentsHeard({ lastSeenAt: null, gaps: [60] })).toEqual([]);
  });

  test("is one post for all within half a minute", () => {
    expect(postsOf([T0 + 30_000, T0, T0 + 29_999])).toEqual([T0, T0 + 30_000]);
  });

  test("has a usual interval by the last twenty gaps", () => {
    const quick = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
    const slow = Array.from({ length: 10 }, (_, index) => 11 + (index + 1) * 9);
    const minutes = (all: number[]) => all.map((minute) => T0 + minute * MINUTE);
    expect(usualIntervalMs(minutes([...quick, ...slow]))).toBe(5 * MINUTE);
    expect(usualIntervalMs(minutes([...quick, ...slow, 110]))).toBe(9 * MINUTE);
  });
});

describe("the silence of a device", () => {
  const signs = (rest: Partial<Signs> = {}): Signs => ({
    type: "push",
    lastSeenAt: T0,
    usualIntervalMs: null,
    gaps: [],
    ownGaps: [],
    failingFeed: null,
    ...rest,
  });
  const failing = { failingFeed: { since: T0 + HOUR, failure: null } };

  test("begins when it was last heard, or when its feed that never worked first failed", () => {
    expect(silentSince(signs(failing))).toBe(T0);
    expect(silentSince(signs({ lastSeenAt: null, ...failing }))).toBe(T0 + HOUR);
    expect(silentSince(signs({ lastSeenAt: null }))).toBeNull();
  });

  test("is counted while we listened, and never below nothing", () => {
    const gaps = (from: number, to: number) => ({
      ownGaps: [{ from: T0 + from * HOUR, to: T0 + to * HOUR }],
    });
    const hours = (given: Signs) => (silenceMs(given, T0 + 10 * HOUR) ?? Number.NaN) / HOUR;
    expect(hours(signs())).toBe(10);
    expect(hours(signs(gaps(2, 5)))).toBe(7);
    expect(hours(signs(gaps(-5, 1)))).toBe(9);
    expect(hours(signs(gaps(9, 99)))).toBe(9);
    expect(hours(signs(gaps(-9, -5)))).toBe(10);
    expect(hours(signs(gaps(-9, 99)))).toBe(0);
    expect(silenceMs(signs(), T0 - 1)).toBe(0);
    expect(silenceMs(signs({ lastSeenAt: null }), T0)).toBeNull();
  });

  test("is another than that of its feed", () => {
    expect(failingMs(signs(failing), T0 + 3 * HOUR)).toBe(2 * HOUR);
    expect(failingMs(signs(), T0 + 3 * HOUR)).toBeNull();
  });

  test("derives from what is stored of it", () => {
    const device = {
      ...{ id: "dev_1", name: "", space: "", enabled: true, settings: {} },
      type: "pull" as const,
      lastSeenAt: T0,
      gaps: gapsOf(4, 10),
    };
    const ownGaps = [{ from: T0, to: T0 + HOUR }];
    const known = {
      type: "pull",
      lastSeenAt: T0,
      usualIntervalMs: 10 * MINUTE,
      gaps: gapsOf(4, 10),
      ownGaps,
    };
    expect(signsOf(device, ownGaps)).toStrictEqual({ ...known, failingFeed: null });
    expect(signsOf({ ...device, ...failing }, ownGaps)).toStrictEqual({ ...known, ...failing });
  });
});

describe("a gap of our own ticks", () => {
  const minute = (at: number) => T0 + at * MINUTE;

  test("is one of more than twenty minutes", () => {
    expect(tickGaps([T0, minute(20)], minute(20))).toEqual([]);
    expect(tickGaps([minute(20) + 1, T0], minute(30))).toEqual([{ from: T0, to: minute(20) + 1 }]);
  });

  test("ends now, whatever ticks a clock that is ahead has noted", () => {
    expect(tickGaps([T0, minute(99)], minute(30))).toEqual([{ from: T0, to: minute(30) }]);
    expect(tickGaps([T0, minute(30)], minute(30))).toEqual([{ from: T0, to: minute(30) }]);
  });
});
