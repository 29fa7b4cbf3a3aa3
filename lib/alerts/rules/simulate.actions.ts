import type { RuleSimulationAnswer } from "../../../schema/wire/simulation.ts";
import { meantValue } from "../../devices/sensor.ts";
import type { Db } from "../../kernel/db.queries.ts";
import { done, type Outcome, refuse } from "../../kernel/outcome.ts";
import type { CoreServices } from "../../kernel/services.actions.ts";
import { DAY_MS } from "../../kernel/time.ts";
import { listReadings, type StoredReading } from "../../readings/readings.queries.ts";
import { ALERT_LIMITS } from "../limits.ts";
import { findWatchedSensor, type WatchedSensor } from "../settings/settings.queries.ts";
import { type Draft, draftedSettings, shownFiring } from "./rule-settings.ts";
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
  const sensor = await findWatchedSensor(db, householdId, sensorId);
  if (sensor === null) return refuse("not_found", `The sensor "${sensorId}" is not found`);
  const drafted = draftedSettings(draft, sensor);
  if (!drafted.ok) return drafted;
  const from = asked ?? new Date(to.getTime() - ALERT_LIMITS.simulateDaysDefault * DAY_MS);
  const { readings, truncated } = await readHistory(db, sensor, { from, to, now: clock() });
  const values = readings.map(({ value, recordedAt }) => ({
    value: meantValue(sensor, value),
    unit: sensor.unit,
    at: recordedAt.getTime(),
  }));
  const until = Math.min(to.getTime(), clock().getTime());
  const firings = simulate(drafted.value, { sensor, readings: values, until }).map(shownFiring);
  return done({
    firings,
    readings: values.length,
    truncated,
    from: from.toISOString(),
    to: to.toISOString(),
  });
}

/** One more than is evaluated shows if there are more. */
async function readHistory(
  db: Db,
  { id, deviceNumber, position, isState }: WatchedSensor,
  range: { from: Date; to: Date; now: Date },
): Promise<{ readings: StoredReading[]; truncated: boolean }> {
  const sensors = [{ sensorId: id, deviceNumber, position, isState }];
  const limit = ALERT_LIMITS.simulateReadingsMax;
  const all = await listReadings(db, { sensors, ...range, limit: limit + 1 });
  return { readings: all.slice(-limit), truncated: all.length > limit };
}
