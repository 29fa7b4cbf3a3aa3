import { describe, expect, test } from "vitest";
import { seeded } from "../../../bench/table.ts";
import { firstToFreeze } from "../../../lib/alerts/kinds/incident.ts";
import { graceMs, tickGaps } from "../../../lib/alerts/kinds/outage.ts";
import { NO_QUIET } from "../../../lib/alerts/quiet/quiet.ts";
import { settingsFor } from "../../../lib/devices/alert-settings.ts";
import { usualIntervalMs } from "../../../lib/devices/device-status.ts";
import { HOUR, MINUTE, T0 } from "./posts.ts";
import { clockOf } from "./script.ts";

test.each([0, 0.2])(
  "a device that loses posts is reported as offline at most once in two years, at %d lost",
  (loss) => {
    const random = seeded(7);
    let [gaps, lastSeenAt, wrong]: [number[], number, number] = [[], T0, 0];
    const years = 2;
    for (let at = T0 + 15 * MINUTE; at < T0 + years * 365 * 24 * HOUR; at += 15 * MINUTE) {
      if (random() < loss) continue;
      // A tick just before the post sees the longest silence.
      const habits = { type: "push", lastSeenAt, gaps } as const;
      if (at - MINUTE - lastSeenAt >= graceMs(habits, settingsFor("outage"), NO_QUIET, at)) wrong += 1;
      gaps = [Math.round((at - lastSeenAt) / 1_000), ...gaps].slice(0, 20);
      lastSeenAt = at;
    }
    expect(wrong).toBeLessThanOrEqual(1);
  },
);

describe("our own ticks", () => {
  const minutes = (...all: number[]) => all.map((minute) => T0 + minute * MINUTE);

  test.each<[string, number[], number, string[]]>([
    ["a quarter of an hour apart are no gap", [0, 15, 30, 45], 60, []],
    ["twenty minutes apart are none", [0, 20], 20, []],
    ["a missing one is, and so is one that is overdue now", [30, 0], 90, ["0:00 0:30", "0:30 1:30"]],
    ["end now, whatever a clock that is ahead has noted", [0, 99], 30, ["0:00 0:30"]],
  ])("%s", (_, ticks, now, gaps) => {
    const found = tickGaps(minutes(...ticks), T0 + now * MINUTE);
    expect(found.map(({ from, to }) => `${clockOf(from)} ${clockOf(to)}`)).toEqual(gaps);
  });
});

describe("the usual interval", () => {
  const minutesOf = (minutes: number[]) =>
    (usualIntervalMs(minutes.map((minute) => T0 + minute * MINUTE)) ?? Number.NaN) / MINUTE;

  test.each<[string, number[], number]>([
    ["a steady one", [0, 10, 20, 30], 10],
    ["in any order", [30, 0, 20, 10], 10],
    ["one long silence does not move it", [0, 10, 20, 600, 610, 620], 10],
    ["too few gaps to say", [0, 10, 20], Number.NaN],
    ["nothing at all", [], Number.NaN],
    ["several posts within a moment are one", [0, 0.1, 0.2, 10, 10.1, 20, 20.1, 30], 10],
    ["a day at most", [0, 3000, 6000, 9000], 1440],
    [
      "by the last twenty gaps alone",
      [...Array(60).keys(), ...[...Array(20).keys()].map((n) => 89 + n * 30)],
      30,
    ],
  ])("%s", (_, minutes, expected) => {
    expect(minutesOf(minutes)).toBe(expected);
  });
});

describe("the earliest freezing", () => {
  const hours = (celsius: number[], outdoors: ((hour: number) => number) | null) => {
    const ahead = Array.from({ length: 102 }, (_, index) => index - 1);
    const points = ahead.map((hour) => ({ at: T0 + hour * HOUR, celsius: outdoors?.(hour) ?? 0 }));
    const rooms = celsius.map((each) => ({ at: T0, celsius: each }));
    const moment = firstToFreeze(rooms, outdoors === null ? [] : points)?.at ?? null;
    return moment === null ? null : (moment - T0) / HOUR;
  };

  test.each<[string, number | null, number | null]>([
    ["is that of a quick home at -18 °C where nothing is known", hours([18], null), 8],
    ["is two degrees colder than foreseen", hours([18], () => -10), 10.5],
    ["is none where it never gets below", hours([18], () => 2), null],
    ["is late where it hardly does", hours([18], () => 1.9), 62],
    ["follows the weather hour by hour", hours([4.2], (hour) => 10 - hour), 15.5],
    ["is now for what is at 32 °F or below", hours([0], null), 0],
    ["is that of the first of several rooms", hours([18, 3, 9], null), hours([3], null)],
    ["is none without a room", hours([], null), null],
  ])("%s", (_, is, expected) => {
    expect(is).toBe(expected);
  });
});
