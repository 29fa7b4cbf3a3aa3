import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { NO_EPISODE, readEpisodeState } from "../../../lib/alerts/episode.ts";
import type { SensorInput } from "../../../lib/alerts/sensor-input.ts";
import { readLines } from "../../support/json-lines.ts";
import { every, findingsOf, type Played, toldOf, type Wetting, wettings } from "./leak-sensor.ts";
import { HOUR, MINUTE, T0 } from "./posts.ts";

const reminding = { remindMs: 10 * MINUTE };

/** When a sensor is wet for so many minutes: at these hours, or every so many hours, on so many days. */
type Water = { minutes: number } & (
  | { at: number[] }
  | { from: number; until: number; every: number; days?: number }
);
const wettingsOf = ({ minutes, ...when }: Water): Wetting[] => {
  if ("at" in when) return wettings(minutes, when.at);
  const hours = every(when.every, when.from, when.until);
  return every(24, 0, 24 * (when.days ?? 1)).flatMap((day) =>
    wettings(
      minutes,
      hours.map((hour) => day + hour),
    ),
  );
};

type Row = { leak: string; water: Water[]; hours: number; isReminded?: true; told: string[] } & Pick<
  Played,
  "takenOnAt" | "wetElsewhereFrom"
>;

test.each(readLines<Row>(new URL("wettings.jsonl", import.meta.url)))(
  "notifies $leak",
  ({ water, hours, isReminded, told, ...played }) => {
    const reminders = isReminded ? reminding : {};
    expect(toldOf(water.flatMap(wettingsOf), hours, { ...reminders, ...played })).toEqual(told);
  },
);

test("a lost post makes no wetting of a sensor that sends every ten minutes longer than its habit", () => {
  const habit = wettings(10, every(3, 1, 40));
  const played = { everyMinutes: 10 };
  const told = toldOf(habit, 40, played);
  for (const hour of [28, 28 + 1 / 6]) expect(toldOf(habit, 40, { ...played, lostAt: [hour] })).toEqual(told);
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

/** Played once, and checked by three tests. */
const PLAYED = fc.sample(anyWater, 60).map((water) => ({ water, told: findingsOf(water, HOURS, reminding) }));

describe("whatever the water does", () => {
  const holds = (claim: (played: (typeof PLAYED)[number]) => boolean) =>
    expect(PLAYED.filter((played) => !claim(played))).toEqual([]);

  test("notifies the first wetting with its first reading", () => {
    holds(({ water, told: [first] }) => hoursOf(first?.at ?? 0) - (water[0]?.at ?? 0) < 0.09);
  });

  test("is wet in messages only while it is wet, and dry only while it is dry", () => {
    holds(({ water, told }) =>
      told.every(({ at, transition }) => {
        const isWet = water.some(
          (each) => hoursOf(at) >= each.at - 1e-9 && hoursOf(at) < each.at + each.minutes / 60 - 1e-9,
        );
        return ["closed", "flapping"].includes(transition) !== isWet;
      }),
    );
  });

  test("how often it was wet is counted as it was, since when it says", () => {
    holds(({ water, told }) =>
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

  test("water that stays after seven dry hours is notified within the hour, or a quarter longer than ever", () => {
    fc.assert(
      fc.property(anyWater, fc.array(fc.integer({ min: 1, max: HOURS })), (water, takenOnAt) => {
        const last = water.at(-1) ?? { at: 0, minutes: 0 };
        const at = Math.ceil(last.at + last.minutes / 60) + 7;
        const longest = Math.max(...water.map(({ minutes }) => minutes / 60));
        const within = longest > 1 ? 1.25 * longest + 0.1 : 1.1;
        const told = findingsOf([...water, { at, minutes: 180 }], at + within, { ...reminding, takenOnAt });
        return told.some((each) => each.transition === "opened" && hoursOf(each.at) >= at);
      }),
      { numRuns: 60 },
    );
  });
});

const brief = (...hours: number[]): Wetting[] => hours.map((at) => ({ at, minutes: 20 }));

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
