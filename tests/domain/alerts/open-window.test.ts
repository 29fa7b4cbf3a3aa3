import { expect, test } from "vitest";
import { judgeCooling, outlooksOf } from "../../../lib/alerts/judge-cooling.ts";
import { home } from "./home-story.ts";
import { HOUR, MINUTE, T0 } from "./posts.ts";

/** What one room of which nothing else is known is told of its hours left, by its temperature at each hour before T0. */
function toldOf(fahrenheitAt: (hoursAgo: number) => number): string[] {
  const facts = home(1);
  const readings = Array.from({ length: 145 }, (_, index) => T0 - (144 - index) * 5 * MINUTE).map((at) => ({
    at,
    value: fahrenheitAt((T0 - at) / HOUR),
  }));
  const around = { series: new Map([["t0", readings]]), forecast: null };
  const outlooks = outlooksOf(facts, facts.devices, around, T0);
  return facts.devices
    .flatMap((device) => judgeCooling(facts, device, outlooks, [], T0).changes)
    .flatMap(({ findings }) => findings.map(({ kind, transition }) => `${kind} ${transition}`));
}

/** 50 °F twelve hours ago, and 1.2 °F an hour less since then. */
const coolingOn = (hoursAgo: number) => 50 - (12 - hoursAgo) * 1.2;

test("hours left are told of a room that has been cooling on for half a day", () => {
  expect(toldOf(coolingOn)).toEqual(["time_to_freeze opened"]);
});

test("they are not told where the sun left the sensor and then a window was opened", () => {
  const opened = (hoursAgo: number) => 66 - (hoursAgo <= 1.8 ? 11 : 0) - Math.max(0, 0.6 - hoursAgo) * 25;
  expect(toldOf(opened)).toEqual([]);
});
