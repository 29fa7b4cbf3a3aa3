import { expect, test } from "vitest";
import { tellAlone } from "../../../lib/alerts/decide/decide.ts";
import { NO_EPISODE } from "../../../lib/alerts/episode.ts";
import { enabledSensors } from "../../../lib/alerts/facts.ts";
import { judgeCooling, outlooksOf } from "../../../lib/alerts/kinds/time-to-freeze.ts";
import type { Point } from "../../../lib/alerts/physics/history.ts";
import { home } from "./home-story.ts";
import { HOUR, MINUTE, T0 } from "./posts.ts";

const FROST = {
  hours: Array.from({ length: 100 }, (_, index) => ({ at: T0 + (index - 40) * HOUR, celsius: -14 })),
};

/** Evaluates the hours left of one room, of which only the temperature at each hour before T0 is known. */
function notifiedOf(
  fahrenheitAt: (hoursAgo: number) => number,
  facts = home(1),
  forecast: { hours: Point[] } | null = null,
): string[] {
  const readings = Array.from({ length: 145 }, (_, index) => T0 - (144 - index) * 5 * MINUTE).map((at) => ({
    at,
    value: fahrenheitAt((T0 - at) / HOUR),
  }));
  const weather = forecast === null ? null : { fetchedAt: T0, ...forecast };
  const around = { series: new Map([["t0", readings]]), forecast: weather, ownGaps: [] };
  const outlooks = outlooksOf(facts, facts.devices, around, T0);
  return enabledSensors(facts.devices)
    .flatMap((placed) => judgeCooling(facts, placed, outlooks.get(placed.sensor.id), T0))
    .flatMap((assessed) => tellAlone(assessed).findings)
    .map(({ kind, transition }) => `${kind} ${transition}`);
}

/** 50 °F twelve hours ago, and falling by 1.2 °F an hour since then. */
const coolingOn = (hoursAgo: number) => 50 - (12 - hoursAgo) * 1.2;

test("predicts hours left for a room that has been cooling for half a day", () => {
  expect(notifiedOf(coolingOn)).toEqual(["time_to_freeze opened"]);
});

test("does not predict hours where the sun left the sensor and then a window was opened", () => {
  const opened = (hoursAgo: number) => 66 - (hoursAgo <= 1.8 ? 11 : 0) - Math.max(0, 0.6 - hoursAgo) * 25;
  expect(notifiedOf(opened)).toEqual([]);
});

/** A home with an open question about its heating, which stopped half a day ago as far as is known. */
function homeThatIsAsked() {
  const facts = home(1);
  const evidence = {
    value: 40,
    unit: "°F",
    sensorId: "t0",
    deviceId: "dev_0",
    at: T0,
    more: { since: T0 - 12 * HOUR },
  };
  const limit = { name: "low", is: "below", value: 45, unit: "°F", forMs: 0 } as const;
  const state = {
    ...NO_EPISODE,
    open: true,
    episode: 1,
    severity: "warning",
    openedAt: T0 - 6 * HOUR,
  } as const;
  const peak = { badness: 1, evidence, limit };
  facts.states = [
    { kind: "heating_stopped", subject: facts.household.id, version: 1, state: { ...state, peak } },
  ];
  return facts;
}

test("does not predict hours for a room that has warmed for half an hour, though it still asks about the heating", () => {
  const cooled = (hoursAgo: number) => 12 + 24 * (1 + Math.exp((hoursAgo - 12) / 14) - Math.exp(-11.5 / 14));
  const warmAgain = (hoursAgo: number) => cooled(Math.max(hoursAgo, 0.5)) + Math.max(0, 0.5 - hoursAgo) * 6;
  expect(notifiedOf(cooled, homeThatIsAsked(), FROST)).toEqual(["time_to_freeze opened"]);
  expect(notifiedOf(warmAgain, homeThatIsAsked(), FROST)).toEqual([]);
});
