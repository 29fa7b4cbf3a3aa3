import type { RuleSimulationAnswer } from "../../../schema/wire/simulation.ts";
import { meantValue } from "../../devices/sensor.ts";
import { listReadings } from "../../history/readings.queries.ts";
import { done, type Outcome, refuse } from "../../kernel/outcome.ts";
import type { CoreServices } from "../../kernel/services.actions.ts";
import { DAY_MS } from "../../kernel/time.ts";
import { ALERT_LIMITS } from "../limits.ts";
import { findWatchedSensor } from "../settings/settings.queries.ts";
import { type Draft, draftedSettings } from "./rule-settings.ts";
import { simulate } from "./simulate.ts";

type SimulateRule = {
  sensorId: string;
  from?: Date | undefined;
  to?: Date | undefined;
  draft: Draft;
};

/** Which firings a draft would have had over stored history, by the very rules that judge live readings. */
export async function simulateRule(
  { db, clock }: CoreServices,
  householdId: string,
  { sensorId, from: asked, to = clock(), draft }: SimulateRule,
): Promise<Outcome<RuleSimulationAnswer>> {
  const watched = await findWatchedSensor(db, householdId, sensorId);
  if (watched === null) return refuse("not_found", `The sensor "${sensorId}" is not found`);
  const drafted = draftedSettings(draft, watched);
  if (!drafted.ok) return drafted;
  const from = asked ?? new Date(to.getTime() - ALERT_LIMITS.simulateDaysDefault * DAY_MS);
  const { sensor, device } = watched;
  const limit = ALERT_LIMITS.simulateReadingsMax;
  // One more than is evaluated shows if there are more.
  const stored = await listReadings(db, {
    ...{ sensors: [{ ...sensor, sensorId }], from, to, now: clock(), limit: limit + 1 },
  });
  const readings = stored.slice(-limit).map(({ value, recordedAt }) => ({
    value: meantValue(sensor, value),
    unit: sensor.unit,
    at: recordedAt.getTime(),
  }));
  const until = Math.min(to.getTime(), clock().getTime());
  const simulated = { sensor: { ...sensor, deviceId: device.id }, readings, until };
  return done({
    firings: simulate(drafted.value, simulated),
    readings: readings.length,
    truncated: stored.length > limit,
    from: from.toISOString(),
    to: to.toISOString(),
  });
}
