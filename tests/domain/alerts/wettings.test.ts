import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { NO_EPISODE, readEpisodeState } from "../../../lib/alerts/episode.ts";
import type { SensorInput } from "../../../lib/alerts/sensor-input.ts";
import { every, findingsOf, toldOf, type Wetting, wettings } from "./leak-sensor.ts";
import { HOUR, MINUTE, T0 } from "./posts.ts";

/** Wet for ten of every thirty minutes. */
const drips = (from: number, until: number) => wettings(10, every(0.5, from, until));
const reminding = { remindMs: 10 * MINUTE };

test("notifies water that comes back every half hour at once, and then as one leak until it stays dry", () => {
  expect(toldOf(drips(1, 96), 40)).toEqual(["opened 1.0", "closed 1.3", "opened 1.5"]);
  expect(toldOf(drips(1, 4), 40)).toEqual(["opened 1.0", "closed 1.3", "opened 1.5", "closed 9.7"]);
});

test("notifies a slow leak every day of a week until somebody acknowledges it", () => {
  const days = toldOf(drips(1, 10 * 24), 10 * 24, reminding)
    .filter((line) => line.startsWith("reminded"))
    .map((line) => Math.floor(Number(line.split(" ")[1]) / 24));
  expect(days).toEqual([0, 0, 0, 1, 2, 3, 4, 5, 6, 7]);
});

test("notifies whoever acknowledged a slow leak when it has stayed dry for six hours", () => {
  const told = toldOf(drips(1, 20), 40, { ...reminding, takenOnAt: [3.5] });
  expect(told.slice(3)).toEqual(["reminded 2.5", "closed 25.7"]);
});

test("notifies at once when a slow leak stays wet for longer, also whoever acknowledged it", () => {
  const told = toldOf([...drips(1, 20), { at: 20, minutes: 60 }], 21, { ...reminding, takenOnAt: [3.5] });
  expect(told.slice(4, 5)).toEqual(["worsened 20.3"]);
});

test("a slow leak that stays wet is told as worse within half an hour, though another leak was long that week", () => {
  const earlier = { at: 1, minutes: 300 };
  const told = toldOf([earlier, ...drips(60, 80), { at: 80, minutes: 180 }], 83, { takenOnAt: [62.5] });
  expect(told.findLast((line) => line.startsWith("worsened"))).toBe("worsened 80.3");
});

test("notifies a slow leak as worse as soon as another sensor is wet, too", () => {
  const told = toldOf(drips(1, 20), 5, { takenOnAt: [3.5], wetElsewhereFrom: 3.8 });
  expect(told.slice(3)).toEqual(["worsened 4.0"]);
});

test("water ten minutes of each hour, and twenty of every two, is a leak too", () => {
  for (const water of [wettings(10, every(1, 1, 48)), wettings(20, every(2, 1, 48))])
    expect(toldOf(water, 48, reminding).at(-1)).toMatch(/^reminded 2\d/);
});

test("a wet spot that flickers as it dries is no slow leak", () => {
  const told = toldOf(wettings(5, [1, 1.25, 1.5, 1.75, 2, 2.25]), 30);
  expect(told.filter((line) => line.startsWith("opened"))).toEqual(["opened 1.0", "opened 1.3"]);
});

test("notifies at once when an acknowledged slow leak comes back", () => {
  const told = toldOf([...drips(1, 6), ...drips(30, 32)], 31, { takenOnAt: [3.5] });
  expect(told).toContain("opened 30.0");
});

/** Wet for ten of every thirty minutes, from eight to eight. */
const byDay = (days: number) => every(24, 8, days * 24).flatMap((from) => drips(from, from + 12));

const daysOf = (lines: readonly string[]): number[] =>
  lines.map((line) => Math.floor(Number(line.split(" ")[1]) / 24));

test("notifies water that comes and goes by day once on the second day, and by one line a week from the third on", () => {
  const told = toldOf(byDay(12), 12 * 24, reminding);
  expect(daysOf(told.filter((line) => line.startsWith("opened")))).toEqual([0, 0, 1]);
  expect(daysOf(told.filter((line) => line.startsWith("reminded")))).toEqual([0, 0, 0]);
  expect(daysOf(told.filter((line) => line.startsWith("flapping")))).toEqual([2, 9]);
  expect(daysOf(told.filter((line) => line.startsWith("closed")))).toEqual([0, 1]);
});

test("reminds daily of water that came back on a second day and doesn't pause for the night", () => {
  const told = toldOf([...drips(8, 20), ...drips(32, 130)], 130, reminding);
  const reminded = told.filter((line) => line.startsWith("reminded"));
  expect(daysOf(reminded)).toEqual([0, 0, 0, 2, 3, 4, 5]);
});

test("notifies water that comes and goes by day again, and daily, once it no longer pauses for the night", () => {
  const told = toldOf([...byDay(4), ...drips(104, 180)], 180, reminding);
  expect(told.slice(-3)).toEqual(["opened 122.0", "reminded 146.0", "reminded 170.0"]);
});

test("a lost post makes no wetting of a sensor that sends every ten minutes longer than its habit", () => {
  const habit = wettings(10, every(3, 1, 40));
  const played = { everyMinutes: 10 };
  const told = toldOf(habit, 40, played);
  for (const hour of [28, 28 + 1 / 6]) expect(toldOf(habit, 40, { ...played, lostAt: [hour] })).toEqual(told);
});

test("what is wet as often on each day is a leak as soon as it is wet for longer than on any of them", () => {
  const told = toldOf([...byDay(9), { at: 7 * 24 + 9, minutes: 200 }], 7 * 24 + 12);
  expect(told.filter((line) => line.startsWith("opened 177"))).toHaveLength(1);
});

test("notifies condensation that grows to twice its longest day at once", () => {
  const habit = wettings(15, every(4.3, 1, 6 * 24));
  const told = toldOf([...habit, ...wettings(45, every(4.3, 6 * 24 + 1, 8 * 24))], 8 * 24);
  expect(told.filter((line) => line.startsWith("opened 1")).length).toBeGreaterThan(0);
});

test("condensation with its compressor is no slow leak, however long it goes on", () => {
  const told = toldOf(wettings(24, every(4.3, 1, 27 * 24)), 27 * 24);
  expect(told).toEqual(["opened 1.0", "closed 1.5", "opened 5.3", "flapping 10.0"]);
});

test("goes on with what a release before had noted of a leak that comes and goes", () => {
  const seepage = { episode: 2, worse: 0, worseAt: null, isJoined: false };
  const before = {
    ...NO_EPISODE,
    ...{ open: true, episode: 2, severity: "critical", openedAt: T0 },
    damp: {
      spells: [{ at: T0 - HOUR, ms: 20 * MINUTE }],
      notifiedAt: null,
      wettings: { since: T0 },
      seepage,
    },
  };
  const told = toldOf([{ at: 0, minutes: 20 }], 8, { state: readEpisodeState(before) });
  expect(told).toEqual(["opened 0.0"]);
  expect(toldOf([{ at: 0, minutes: 90 }], 8, { state: readEpisodeState(before) })).toContain("worsened 0.5");
});

/** Water that comes and goes at random for four days, in steps of five minutes. */
const anyWater = fc
  .array(fc.record({ dry: fc.integer({ min: 1, max: 40 }), wet: fc.integer({ min: 1, max: 20 }) }), {
    minLength: 1,
    maxLength: 120,
  })
  .map((pauses) => {
    let at = 0;
    return pauses.map(({ dry, wet }) => {
      at += dry;
      const wetting = { at: at / 12, minutes: wet * 5 };
      at += wet;
      return wetting;
    });
  });
const HOURS = 96;
const hoursOf = (moment: number): number => (moment - T0) / HOUR;

describe("whatever the water does", () => {
  const holds = (
    claim: (water: { at: number; minutes: number }[], told: ReturnType<typeof findingsOf>) => boolean,
  ) =>
    fc.assert(
      fc.property(anyWater, (water) => claim(water, findingsOf(water, HOURS, reminding))),
      { numRuns: 60 },
    );

  test("notifies the first wetting with its first reading", () => {
    holds((water, [first]) => hoursOf(first?.at ?? 0) - (water[0]?.at ?? 0) < 0.09);
  });

  test("is wet in messages only while it is wet, and dry only while it is dry", () => {
    holds((water, told) =>
      told.every(({ at, transition }) => {
        const isWet = water.some(
          (each) => hoursOf(at) >= each.at - 1e-9 && hoursOf(at) < each.at + each.minutes / 60 - 1e-9,
        );
        return ["closed", "flapping"].includes(transition) !== isWet;
      }),
    );
  });

  test("how often it was wet is counted as it was, since when it says", () => {
    holds((water, told) =>
      told.every(({ at, evidence }) => {
        const { wet_times: times, wet_from: from } = evidence?.more ?? {};
        if (typeof times !== "number" || typeof from !== "number") return true;
        const since = water.filter(
          (each) => each.at >= hoursOf(from) - 1e-9 && each.at <= hoursOf(at) + 1e-9,
        );
        return since.length === times && Math.abs((since[0]?.at ?? -1) - hoursOf(from)) < 0.09;
      }),
    );
  });

  test("water that stays after seven dry hours is told within the hour, whoever took on what was before", () => {
    fc.assert(
      fc.property(anyWater, fc.array(fc.integer({ min: 1, max: HOURS })), (water, takenOnAt) => {
        const last = water.at(-1) ?? { at: 0, minutes: 0 };
        const at = Math.ceil(last.at + last.minutes / 60) + 7;
        const told = findingsOf([...water, { at, minutes: 120 }], at + 1.1, { ...reminding, takenOnAt });
        return told.some((each) => each.transition === "opened" && hoursOf(each.at) >= at);
      }),
      { numRuns: 60 },
    );
  });
});

const brief = (...hours: number[]): Wetting[] => hours.map((at) => ({ at, minutes: 20 }));

test("notifies the first two short wettings of a day at once, and the third as one line for all", () => {
  expect(toldOf(brief(1, 4, 7, 10, 13), 20)).toEqual([
    "opened 1.0",
    "closed 1.4",
    "opened 4.0",
    "flapping 7.3",
  ]);
});

test("one that stays wet for longer than the short ones is a leak, and at once while another sensor is wet", () => {
  const water = [...brief(1, 4, 7), { at: 10, minutes: 300 }];
  expect(toldOf(water, 12).at(-1)).toMatch(/^opened 10\.[4-7]$/);
  expect(toldOf(water, 11, { rest: { isElsewhereWet: true } })).toContain("opened 10.0");
});

test("notifies the end of a second wetting that stayed wet for longer than the first", () => {
  expect(toldOf([...brief(1), { at: 4, minutes: 90 }], 8)).toContain("closed 5.6");
});

test("notifies the next wetting after a dry day at once", () => {
  expect(toldOf(brief(1, 4, 7, 40), 41)).toContain("opened 40.0");
});

test("notifies what keeps getting damp once, and then not for four weeks", () => {
  const notified = toldOf(brief(...Array.from({ length: 235 }, (_, index) => 1 + index * 3)), 710);
  const days = notified
    .filter((text) => text.startsWith("flapping"))
    .map((text) => Math.floor(Number(text.split(" ")[1]) / 24));
  expect(days).toEqual([0, 28]);
});

const daily = (count: number, every = 24): Wetting[] =>
  brief(...Array.from({ length: count }, (_, index) => 6 + index * every));

test("makes short wettings once a day, or every four days, a habit from the fourth on, with one line for all", () => {
  expect(toldOf(daily(14), 14 * 24)).toEqual([
    "opened 6.0",
    "closed 6.4",
    "opened 30.0",
    "opened 54.0",
    "flapping 78.3",
  ]);
  expect(toldOf(daily(6, 90), 6 * 90).slice(2)).toEqual(["opened 96.0", "opened 186.0", "flapping 276.3"]);
});

test("one that stays wet for longer than a habit of days is a leak", () => {
  const notified = toldOf([...daily(5), { at: 126, minutes: 300 }], 128);
  expect(notified.at(-1)).toMatch(/^opened 126\.[4-7]$/);
});

test("notifies one that comes later than a habit of days explains at once", () => {
  const late = 6 + 4 * 24 + 40;
  expect(toldOf([...daily(5), { at: late, minutes: 300 }], late + 1)).toContain(`opened ${late}.0`);
});

test("short wettings once a week are no habit", () => {
  const notified = toldOf(daily(5, 168), 5 * 168).filter((line) => line.startsWith("opened"));
  expect(notified).toHaveLength(5);
});

test("nobody is reminded of a second short wetting of a week, or a third, before it is longer than those before", () => {
  const reminded = (wettings: Wetting[], rest: Partial<SensorInput> = {}) =>
    toldOf(wettings, 6, { ...reminding, rest }).filter((line) => line.startsWith("reminded"));
  expect(reminded(brief(1))).toHaveLength(1);
  expect(reminded(brief(1, 4))).toHaveLength(1);
  expect(reminded([...brief(1), { at: 4, minutes: 120 }]).length).toBeGreaterThan(2);
  expect(reminded(brief(1, 4), { isElsewhereWet: true })).toHaveLength(2);
  const third = (minutes: number) =>
    toldOf([...brief(1, 100), { at: 190, minutes }], 193, reminding).slice(3);
  expect(third(20)).toEqual(["opened 100.0", "opened 190.0"]);
  expect(third(120)[2]).toBe("reminded 190.5");
});

test("notifies three rains in a sump pit at once, the fourth by one line, and one that stays longer than all of them", () => {
  const rains = [...wettings(300, [1, 70, 150, 220, 300]), { at: 390, minutes: 600 }];
  expect(toldOf(rains, 396.4, reminding).filter((line) => !line.startsWith("reminded"))).toEqual([
    ...["opened 1.0", "closed 6.1", "opened 70.0", "opened 150.0", "flapping 225.0", "opened 396.3"],
  ]);
  expect(toldOf(rains, 300, reminding).findLast((line) => line.startsWith("reminded"))).toBe("reminded 4.0");
  const takenOnAt = rains.map(({ at }) => at + 1);
  expect(toldOf(rains, 390, { takenOnAt }).filter((line) => line.startsWith("opened"))).toHaveLength(6);
});

test("notifies a pump that runs with each rain until the third, and at once when it stays wet", () => {
  const rains = [1, 200, 400, 600].flatMap((from) => wettings(20, every(1, from, from + 9)));
  const told = toldOf([...rains, { at: 800, minutes: 180 }], 801);
  expect(told.slice(3)).toEqual([
    "closed 15.3",
    "opened 200.0",
    "opened 201.0",
    "flapping 400.3",
    "flapping 600.3",
    "opened 800.5",
  ]);
});
