import { expect, test } from "vitest";
import { batteryDaysLeft } from "../../../lib/devices/device.ts";

const NOW = new Date("2026-11-20T12:00:00Z");
const ago = (days: number) => new Date(NOW.getTime() - days * 86_400_000);

test.each<[string, charged: [pct: number, days: number], last: [pct: number, days: number], number | null]>([
  ["falls a percent a day", [80, 30], [50, 0], 50],
  ["has not been heard of for days", [80, 40], [50, 10], 40],
  ["should be empty by now", [12, 20], [2, 10], 0],
  ["is known for a week", [80, 7], [73, 0], 73],
  ["is known for less than a week", [80, 6.9], [73, 0], null],
  ["has lost two percent", [82, 20], [80, 0], 800],
  ["has lost one, which may be how it was rounded", [81, 30], [80, 0], null],
  ["lasts for three years", [76, 30], [73, 0], 730],
  ["lasts for more than three years", [100, 60], [98, 0], null],
  ["is flat", [80, 30], [80, 0], null],
  ["is charging", [20, 30], [24, 0], null],
])("a battery that %s", (_, [chargedPct, chargedDays], [batteryPct, seenDays], left) => {
  const battery = { batteryPct, lastSeenAt: ago(seenDays), chargedPct, chargedAt: ago(chargedDays) };
  expect(batteryDaysLeft(battery, NOW)).toBe(left);
});

test("a battery of which nothing is known has no end", () => {
  const known = { batteryPct: 40, lastSeenAt: ago(0), chargedPct: 80, chargedAt: ago(30) };
  for (const field of Object.keys(known))
    expect(batteryDaysLeft({ ...known, [field]: null }, NOW)).toBeNull();
});
