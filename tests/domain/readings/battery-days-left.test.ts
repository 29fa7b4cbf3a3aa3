import { describe, expect, test } from "vitest";
import { type BatteryDay, batteryDaysLeft } from "../../../lib/devices/derived-values.ts";

describe("a battery", () => {
  const TODAY = 20_777;
  const falling = (days: number, from: number, perDay: number): BatteryDay[] =>
    Array.from({ length: days }, (_, index) => ({
      day: TODAY - days + 1 + index,
      pct: from - perDay * index,
    }));

  test("that falls a percent a day has as many days left as percent", () => {
    expect(batteryDaysLeft(falling(30, 80, 1), TODAY)).toBe(51);
  });

  test("has the same days left however the values are ordered", () => {
    expect(batteryDaysLeft(falling(30, 80, 1).toReversed(), TODAY)).toBe(51);
  });

  test("is not charged by values that come in another order", () => {
    expect(batteryDaysLeft(falling(8, 80, 6).toReversed(), TODAY)).toBe(6);
  });

  test("is not judged by a few odd days", () => {
    const dips = falling(30, 80, 1).map(({ day, pct }, index) => ({
      day,
      pct: index % 9 === 4 ? pct - 4 : pct,
    }));
    expect(batteryDaysLeft(dips, TODAY)).toBe(51);
  });

  test("that reports in whole percents still has a line", () => {
    const rounded = falling(40, 90, 0.4).map(({ day, pct }) => ({ day, pct: Math.round(pct) }));
    const left = batteryDaysLeft(rounded, TODAY) ?? 0;
    expect(left).toBeGreaterThan(160);
    expect(left).toBeLessThan(210);
  });

  test("that has not been heard of for days has those days fewer", () => {
    const silent = falling(20, 80, 1).map(({ day, pct }) => ({ day: day - 10, pct }));
    expect(batteryDaysLeft(silent, TODAY)).toBe(51);
  });

  test("that should be empty by now has none left", () => {
    expect(
      batteryDaysLeft(
        falling(12, 12, 1.2).map(({ day, pct }) => ({ day: day - 8, pct })),
        TODAY,
      ),
    ).toBe(0);
  });

  test.each([
    ["flat", falling(30, 80, 0)],
    ["falling too slowly to tell", falling(30, 80, 0.01)],
    ["charging", falling(30, 20, -2)],
    ["charged three days ago", [...falling(30, 40, 1).slice(0, 27), ...falling(3, 100, 1)]],
    ["known for six days only", falling(6, 80, 1)],
    ["known by four values only", falling(30, 80, 1).filter((_, index) => index % 8 === 0)],
    ["good for more than three years", falling(40, 100, 0.06)],
    ["not known at all", []],
    ["last seen two months ago", falling(30, 80, 1).map(({ day, pct }) => ({ day: day - 60, pct }))],
  ])("that is %s has no days left to tell", (_, values) => {
    expect(batteryDaysLeft(values, TODAY)).toBeNull();
  });

  test("is judged by a week and five values at least", () => {
    expect(batteryDaysLeft(falling(8, 80, 1), TODAY)).toBe(73);
    expect(batteryDaysLeft(falling(7, 80, 1), TODAY)).toBeNull();
    const five = falling(29, 80, 1).filter((_, index) => index % 7 === 0);
    expect(batteryDaysLeft(five, TODAY)).toBe(52);
    expect(batteryDaysLeft(five.slice(1), TODAY)).toBeNull();
  });

  test("is judged by values of 42 days, and by none of the days to come", () => {
    const values = (oldest: number) =>
      [oldest, 6, 4, 2, 0].map((ago) => ({ day: TODAY - ago, pct: 50 + ago }));
    expect(batteryDaysLeft(values(41), TODAY)).toBe(50);
    expect(batteryDaysLeft(values(42), TODAY)).toBeNull();
    expect(batteryDaysLeft([...falling(8, 80, 1), { day: TODAY + 1, pct: 100 }], TODAY)).toBe(73);
  });

  test("is charged by a rise of 5 percent in a day, and not by less", () => {
    const risen = (rise: number) => [
      ...falling(28, 80, 3).slice(0, 20),
      ...falling(8, 80 - 3 * 19 + rise, 1),
    ];
    expect(batteryDaysLeft(risen(5), TODAY)).toBe(21);
    expect(batteryDaysLeft(risen(4.9), TODAY)).not.toBe(20);
  });

  test("has whole days left, three years at most", () => {
    expect(batteryDaysLeft(falling(10, 80, 1.5), TODAY)).toBe(44);
    const until = (pct: number) => batteryDaysLeft(falling(30, pct + 29 / 16, 1 / 16), TODAY);
    expect(until(1_095 / 16)).toBe(1_095);
    expect(until(1_096 / 16)).toBeNull();
  });

  test("falls by the median of all slopes, those between neighbours too", () => {
    const days = [60, 50, 49, 48, 47].map((pct, index) => ({ day: TODAY - 8 + 2 * index, pct }));
    expect(batteryDaysLeft(days, TODAY)).toBe(94);
  });

  test("that falls three percent in a hundred days falls", () => {
    const told = (ago: number, pct: number) => ({ day: TODAY - ago, pct });
    const slow = [told(8, 0.24), told(8, 0.24), told(8, 0.24), told(0, 0), told(0, 0)];
    expect(batteryDaysLeft(slow, TODAY)).toBe(0);
  });

  test("that tells twice a day has its days left all the same", () => {
    const twice = falling(8, 80, 1).flatMap((one) => [one, { ...one, pct: one.pct - 0.5 }]);
    expect(batteryDaysLeft(twice, TODAY)).toBe(72);
  });

  test("that was changed two weeks ago is judged since then", () => {
    const changed = [...falling(30, 40, 1).slice(0, 16), ...falling(14, 100, 2)];
    expect(batteryDaysLeft(changed, TODAY)).toBe(37);
  });
});
