import { expect, test } from "vitest";
import { type BatteryDay, batteryDaysLeft } from "../../../lib/devices/battery-days.ts";

const TODAY = 20_777;
const falling = (days: number, from: number, perDay: number): BatteryDay[] =>
  Array.from({ length: days }, (_, index) => ({ day: TODAY - days + 1 + index, pct: from - perDay * index }));
const earlier = (days: number, values: BatteryDay[]): BatteryDay[] =>
  values.map(({ day, pct }) => ({ day: day - days, pct }));
const everyNth = (nth: number, values: BatteryDay[]) => values.filter((_, index) => index % nth === 0);
const dips = falling(30, 80, 1).map(({ day, pct }, index) => ({ day, pct: index % 9 === 4 ? pct - 4 : pct }));
const twiceADay = falling(8, 80, 1).flatMap((one) => [one, { ...one, pct: one.pct - 0.5 }]);
const since = (oldest: number) => [oldest, 6, 4, 2, 0].map((ago) => ({ day: TODAY - ago, pct: 50 + ago }));
const risen = [...falling(28, 80, 3).slice(0, 20), ...falling(8, 80 - 3 * 19 + 5, 1)];
const until = (pct: number) => falling(30, pct + 29 / 16, 1 / 16);
const slow = [8, 8, 8, 0, 0].map((ago) => ({ day: TODAY - ago, pct: ago * 0.03 }));
const bySlopes = [60, 50, 49, 48, 47].map((pct, index) => ({ day: TODAY - 8 + 2 * index, pct }));

test.each<[string, BatteryDay[], number | null]>([
  ["falls a percent a day", falling(30, 80, 1), 51],
  ["falls a percent a day, in another order", falling(30, 80, 1).toReversed(), 51],
  ["falls quickly, in an order that looks like charging", falling(8, 80, 6).toReversed(), 6],
  ["has a few odd days", dips, 51],
  ["has not been heard of for days", earlier(10, falling(20, 80, 1)), 51],
  ["should be empty by now", earlier(8, falling(12, 12, 1.2)), 0],
  ["is known for a week and a day", falling(8, 80, 1), 73],
  ["is known for a week only", falling(7, 80, 1), null],
  ["is known by five values", everyNth(7, falling(29, 80, 1)), 52],
  ["is known by four values only", everyNth(7, falling(29, 80, 1)).slice(1), null],
  ["has a value of 41 days ago", since(41), 50],
  ["has a value of 42 days ago, which does not count", since(42), null],
  ["has a value of tomorrow, which does not count", [...falling(8, 80, 1), { day: TODAY + 1, pct: 100 }], 73],
  ["rose by 5 percent in a day: it was charged", risen, 21],
  ["falls by half percents: whole days", falling(10, 80, 1.5), 44],
  ["lasts for three years", until(1_095 / 16), 1_095],
  ["lasts for more than three years", until(1_096 / 16), null],
  ["fell once by much: the median of all slopes", bySlopes, 94],
  ["falls three percent in a hundred days", slow, 0],
  ["says so twice a day", twiceADay, 72],
  ["was changed two weeks ago", [...falling(30, 40, 1).slice(0, 16), ...falling(14, 100, 2)], 37],
  ["was charged three days ago", [...falling(30, 40, 1).slice(0, 27), ...falling(3, 100, 1)], null],
  ["is flat", falling(30, 80, 0), null],
  ["falls too slowly to tell", falling(30, 80, 0.01), null],
  ["is charging", falling(30, 20, -2), null],
  ["is not known at all", [], null],
  ["was last seen two months ago", earlier(60, falling(30, 80, 1)), null],
])("a battery that %s", (_, values, left) => {
  expect(batteryDaysLeft(values, TODAY)).toBe(left);
});

test("a battery that reports in whole percents still has a line", () => {
  const rounded = falling(40, 90, 0.4).map(({ day, pct }) => ({ day, pct: Math.round(pct) }));
  const left = batteryDaysLeft(rounded, TODAY) ?? 0;
  expect([left > 160, left < 210]).toEqual([true, true]);
});
