import { describe, expect, test } from "vitest";
import type { Series } from "../../../lib/alerts/facts.ts";
import { stuckAlone, stuckSince, untilStudyMs } from "../../../lib/alerts/kinds/sensor-fault.ts";
import { HOUR, MINUTE, T0 } from "./posts.ts";

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
    ["is stuck since it changed last", stuckBeside(from(2, 19.5, 27), [rising(27)]), T0 + 2 * QUARTER],
    ["in whole degrees is not stuck beside 2.7 K", stuckBeside(whole, [waves(0.9)], 1), null],
    ["in whole degrees is stuck beside three", stuckBeside(whole, [waves(1)], 1), T0 + QUARTER],
    ["is not stuck by what others did before", stuckBeside(from(4, 19.9, 29), [before]), null],
  ])("%s", (_, since, expected) => {
    expect(since).toBe(expected);
  });

  describe("alone", () => {
    const day = still(18 * 4 + 1);
    test.each<[string, own: Series, usual: number, weather: number, since: number | null]>([
      ["is stuck after eighteen hours", day, 1, 5, T0],
      ["is not stuck before", still(18 * 4), 1, 5, null],
      ["is not stuck where its room moves less", day, 0.99, 5, null],
      ["is not stuck where the weather moved less", day, 1, 4.99, null],
    ])("%s", (_, own, usual, weather, since) => {
      const outdoors = [0, weather].map((celsius, hour) => ({ at: T0 + hour * HOUR, celsius }));
      expect(stuckAlone([19, 19 + usual], own, outdoors, 18 * HOUR)).toBe(since);
    });
  });
});

describe("a home's study of its thermometers", () => {
  const DAY = 24 * HOUR;
  const midnight = Math.floor(T0 / DAY) * DAY;

  test("begins every six hours, lasts sixteen minutes, and comes up to two hours after midnight", () => {
    const isUnderWay = (minute: number) => untilStudyMs("hh_1", midnight + minute * MINUTE) === 0;
    const minutes = Array.from({ length: 24 * 60 }, (_, minute) => minute).filter(isUnderWay);
    expect(minutes).toHaveLength(4 * 16);
    const [first = 0] = minutes;
    expect(first).toBeLessThan(120);
    expect(minutes).toEqual(
      [0, 6, 12, 18].flatMap((hour) => Array.from({ length: 16 }, (_, index) => first + hour * 60 + index)),
    );
    expect(untilStudyMs("hh_1", midnight + (first + 16) * MINUTE)).toBe((6 * 60 - 16) * MINUTE);
  });
});
