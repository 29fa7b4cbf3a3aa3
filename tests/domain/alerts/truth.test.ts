import { describe, expect, test } from "vitest";
import type { Series, TickSensor } from "../../../lib/alerts/facts.ts";
import { stuckAlone, stuckSince, untilStudyMs } from "../../../lib/alerts/kinds/sensor-fault.ts";
import { isDoubtful } from "../../../lib/alerts/sensor-truth.ts";
import type { Placement } from "../../../schema/vocabulary.ts";
import { HOUR, MINUTE, T0 } from "./posts.ts";
import { deviceOf, thermometer } from "./things.ts";

describe("a temperature is doubted", () => {
  const doubted = (
    valueBefore: number | null,
    value: number | null,
    rest: Partial<TickSensor> = {},
    gaps: number[] = [],
  ) => isDoubtful(thermometer("t1", { value, valueBefore, ...rest }), deviceOf({ gaps }));
  const placed = (placement: Placement) => ({ placement });

  test.each<[string, boolean, boolean]>([
    ["not twelve kelvin from the one before", doubted(20, 32), false],
    ["further from it than these", doubted(20, 32.01), true],
    ["not further where an hour has passed, by six kelvin", doubted(20, 38, {}, [3_600, 9]), false],
    ["not thirty kelvin away in a freezer", doubted(-18, 12, placed("freezer")), false],
    ["thirty kelvin away in a kitchen", doubted(5, 35, placed("kitchen")), true],
    ["not where it is the first", doubted(null, 90), false],
    ["at nothing, where it is the first", doubted(null, 0), true],
    ["at nothing further than three kelvin from the one before", doubted(3.01, 0), true],
    ["at nothing in °F", doubted(10, 0, { unit: "°F" }), true],
    ["at 85 °C, where it is the first", doubted(null, 85), true],
    ["at 185 °F", doubted(null, 185, { unit: "°F" }), true],
    ["not where it is none", doubted(90, 0, { kind: "humidity", unit: "%" }), false],
  ])("%s", (_, is, expected) => {
    expect(is).toBe(expected);
  });
});

describe("a sensor that repeats itself", () => {
  const QUARTER = 15 * MINUTE;
  const series = (count: number, value: (index: number) => number, from = T0): Series =>
    Array.from({ length: count }, (_, index) => ({ at: from + index * QUARTER, value: value(index) }));
  const still = (count = 25) => series(count, () => 20);
  /** Readings that take `values` different values within `kelvin`. */
  const moving = (kelvin: number, values = 4) =>
    series(25, (index) => 15 + ((index % values) * kelvin) / (values - 1));

  const rising = (count: number) => series(count, (index) => index);
  /** Readings that are at 20 from index `changed` on, and at `was` before. */
  const from = (changed: number, was: number, count: number) =>
    series(count, (index) => (index < changed ? was : 20));
  const whole = from(1, 19, 26);
  const waves = (kelvin: number) => series(26, (index) => 15 + (index % 4) * kelvin);
  const before = series(29, (index) => (index < 4 ? index * 9 : 15));
  const eleven = still(11).map(({ value }, index) => ({ at: T0 + index * 40 * MINUTE, value }));

  const stuckBeside = (own: Series, others: Series[], step = 0.1) => stuckSince(own, others, 6 * HOUR, step);

  test.each<[string, number | null, number | null]>([
    ["is stuck after six hours while others move", stuckBeside(still(), [moving(1.5)]), T0],
    ["is not stuck before", stuckBeside(still(24), [moving(1.5)]), null],
    ["is not stuck where the others move less", stuckBeside(still(), [moving(1.49)]), null],
    ["is not stuck where the others take three values", stuckBeside(still(), [moving(3, 3)]), null],
    ["is stuck where half of them move", stuckBeside(still(), [moving(2), still()]), T0],
    ["is not stuck by eleven", stuckBeside(eleven, [rising(30)]), null],
    [
      "is stuck since it changed for the last time",
      stuckBeside(from(2, 19.5, 27), [rising(27)]),
      T0 + 2 * QUARTER,
    ],
    [
      "in whole degrees is not stuck where others move by less than three",
      stuckBeside(whole, [waves(0.9)], 1),
      null,
    ],
    ["in whole degrees is stuck where they move by three", stuckBeside(whole, [waves(1)], 1), T0 + QUARTER],
    ["is not stuck by what others did before", stuckBeside(from(4, 19.9, 29), [before]), null],
  ])("%s", (_, since, expected) => {
    expect(since).toBe(expected);
  });

  describe("alone", () => {
    const day = still(18 * 4 + 1);
    const outdoors = (kelvin: number, from = T0) => [
      { at: from, celsius: 0 },
      { at: T0 + HOUR, celsius: kelvin },
    ];
    const week = (kelvin: number) => [19, 19 + kelvin];
    test.each<[string, number | null, number | null]>([
      ["is stuck after eighteen hours", stuckAlone(week(1), day, outdoors(5), 18 * HOUR), T0],
      ["is not stuck before", stuckAlone(week(1), still(18 * 4), outdoors(5), 18 * HOUR), null],
      ["is not stuck where its room moves less", stuckAlone(week(0.99), day, outdoors(5), 18 * HOUR), null],
      [
        "is not stuck where the weather moved less",
        stuckAlone(week(1), day, outdoors(4.99), 18 * HOUR),
        null,
      ],
    ])("%s", (_, since, expected) => {
      expect(since).toBe(expected);
    });
  });
});

describe("a home's study of its thermometers", () => {
  const DAY = 24 * HOUR;
  const midnight = Math.floor(T0 / DAY) * DAY;
  /** The minutes of a day in which a study is under way. */
  const minutesOf = (isUnderWay: (now: number) => boolean) =>
    Array.from({ length: 24 * 60 }, (_, minute) => minute).filter((minute) =>
      isUnderWay(midnight + minute * MINUTE),
    );

  test("begins every six hours, lasts sixteen minutes, and comes up to two hours after midnight", () => {
    const minutes = minutesOf((now) => untilStudyMs("hh_1", now) === 0);
    expect(minutes).toHaveLength(4 * 16);
    const [first = 0] = minutes;
    expect(first).toBeLessThan(120);
    expect(minutes).toEqual(
      [0, 6, 12, 18].flatMap((hour) => Array.from({ length: 16 }, (_, index) => first + hour * 60 + index)),
    );
    expect(untilStudyMs("hh_1", midnight + (first + 16) * MINUTE)).toBe((6 * 60 - 16) * MINUTE);
  });
});
