import type { Moment } from "../kernel/time.ts";
import { type Change, decide, decideAlone, statesAfter } from "./decide/decide.ts";
import { enabledSensors, type TickFacts } from "./facts.ts";
import { assessSensors } from "./judge-sensors.ts";
import { judgeForecasts } from "./kinds/forecast.ts";
import { judgeHeating } from "./kinds/heating-stopped.ts";
import { judgeHome } from "./kinds/incident.ts";
import { judgeOutage } from "./kinds/outage.ts";
import { judgeFaults } from "./kinds/sensor-fault.ts";
import { judgeCooling, outlooksOf } from "./kinds/time-to-freeze.ts";
import type { Point } from "./physics/history.ts";
import { endsOfUnspoken } from "./reconcile.ts";
import type { Series } from "./sensor-truth.ts";
import type { Span } from "./silence.ts";
import { withTrust } from "./stuck.ts";
import { withoutUnsaid } from "./unsaid.ts";

/** What a tick evaluates beside the household itself. */
export type Surroundings = {
  /** Readings of the last hours by sensor, oldest first, in the sensor's unit; of sensors that need them. */
  series: ReadonlyMap<string, Series>;
  /** Outdoor temperatures, past and to come; null without a place or where nobody could tell. */
  forecast: { fetchedAt: Moment; hours: readonly Point[] } | null;
  /** When our own ticks were down. */
  ownGaps: readonly Span[];
};

/** Everything that time alone can bring: silence, cooling, a forecast, and what a reading began. */
export function judgeHousehold(loaded: TickFacts, around: Surroundings, now: Moment): Change[] {
  const all = withTrust(loaded.devices, around, now);
  const devices = withoutUnsaid(all);
  const ended = decideAlone(endsOfUnspoken(loaded, now));
  const known = { ...loaded, states: statesAfter(loaded.states, ended) };
  const outlooks = outlooksOf(known, devices, around, now);
  const heating = judgeHeating(known, devices, outlooks, around.forecast?.hours ?? [], now);
  const asked = heating.map(({ scene, expectedVersion, state }) => ({ ...scene, expectedVersion, state }));
  const facts = { ...known, states: statesAfter(known.states, asked) };
  // Once the question has ended, hours that were counted from its stop are no hours left.
  const isEnded = heating.some(({ state }) => !state.open && state.closedAt === now);
  const left = isEnded ? outlooksOf(facts, devices, around, now) : outlooks;
  const assessments = [
    ...judgeHome({ ...known, devices: withoutUnsaid(loaded.devices) }, around, now),
    ...heating,
    ...all.flatMap(({ device, sensors }) =>
      assessSensors({ ...facts, device, sensors: sensors.filter(({ at }) => at !== null) }, "tick", now),
    ),
    ...devices.flatMap(({ device }) => judgeOutage(facts, device, around.ownGaps, now)),
    ...enabledSensors(devices).flatMap((placed) =>
      judgeCooling(facts, placed, left.get(placed.sensor.id), now),
    ),
    ...judgeForecasts(facts, devices, left, around, now),
    ...judgeFaults(facts, all, now),
  ];
  const home = { householdId: loaded.household.id, devices, states: known.states };
  return [...ended, ...decide(home, assessments, "tick", now)];
}
