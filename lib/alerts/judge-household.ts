import type { Moment } from "../kernel/time.ts";
import { type Change, decide, decideAlone, statesAfter } from "./decide/decide.ts";
import { enabledSensors, type Surroundings, type TickFacts } from "./facts.ts";
import { assessSensors } from "./judge-sensors.ts";
import { judgeForecasts } from "./kinds/forecast.ts";
import { judgeHeating } from "./kinds/heating-stopped.ts";
import { judgeHome } from "./kinds/incident.ts";
import { judgeOutage } from "./kinds/outage.ts";
import { judgeFaults } from "./kinds/sensor-fault.ts";
import { judgeCooling, outlooksOf } from "./kinds/time-to-freeze.ts";
import { endsOfUnspoken } from "./reconcile.ts";
import { withTrust } from "./stuck.ts";
import { withoutUnsaid } from "./unsaid.ts";

/** Everything that time alone can bring: silence, cooling, a forecast, and what a reading began. */
export function judgeHousehold(loaded: TickFacts, around: Surroundings, now: Moment): Change[] {
  const all = withTrust(loaded.devices, around, now);
  const devices = withoutUnsaid(all);
  const ended = decideAlone(endsOfUnspoken(loaded, now));
  const known = { ...loaded, states: statesAfter(loaded.states, ended) };
  const outlooks = outlooksOf(known, devices, around, now);
  const heating = judgeHeating(known, devices, outlooks, around.forecast?.hours ?? [], now);
  const asked = heating.map(({ scene, version, state }) => ({ ...scene, version, state }));
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
