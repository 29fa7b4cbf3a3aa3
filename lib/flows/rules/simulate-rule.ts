import { LIMITS } from "../../../schema/limits.ts";
import { meantValue } from "../../domain/contact-meaning.ts";
import { done, type Outcome, refuse } from "../../domain/outcome.ts";
import {
  type Draft,
  draftedSettings,
  firingsOf,
  type ShownFiring,
  shownFiring,
} from "../../domain/rules/draft.ts";
import { DAY_MS } from "../../domain/time.ts";
import type { Clock } from "../../ports.ts";
import { findWatchedSensor, type WatchedSensor } from "../../store/alerts/watched-sensor.ts";
import type { Db } from "../../store/db.ts";
import { listReadings, type StoredReading } from "../../store/readings.ts";

export type SimulateRule = {
  sensorId: string;
  from?: Date | undefined;
  to?: Date | undefined;
  draft: Draft;
};

/** `readings`: how many were judged; `truncated` where older ones of the stretch were left out. */
export type Simulated = {
  firings: ShownFiring[];
  readings: number;
  truncated: boolean;
  from: string;
  to: string;
};

/** Which firings a draft would have had over stored history, by the very rules that judge live readings. */
export async function simulateRule(
  { db, clock }: { db: Db; clock: Clock },
  householdId: string,
  { sensorId, from: asked, to = clock(), draft }: SimulateRule,
): Promise<Outcome<Simulated>> {
  const sensor = await findWatchedSensor(db, householdId, sensorId);
  if (sensor === null) return refuse("not_found", `The sensor "${sensorId}" is not found`);
  const drafted = draftedSettings(draft, sensor);
  if (!drafted.ok) return drafted;
  const from = asked ?? new Date(to.getTime() - LIMITS.simulateDaysDefault * DAY_MS);
  const { readings, truncated } = await readHistory(db, sensor, { from, to, now: clock() });
  const values = readings.map(({ value, recordedAt }) => ({
    value: meantValue(sensor, value),
    unit: sensor.unit,
    at: recordedAt.getTime(),
  }));
  const until = Math.min(to.getTime(), clock().getTime());
  const firings = firingsOf(drafted.value, sensor, values, until).map(shownFiring);
  return done({
    firings,
    readings: values.length,
    truncated,
    from: from.toISOString(),
    to: to.toISOString(),
  });
}

/** One more than is judged tells whether there are more. */
async function readHistory(
  db: Db,
  { id, deviceNumber, position, isState }: WatchedSensor,
  range: { from: Date; to: Date; now: Date },
): Promise<{ readings: StoredReading[]; truncated: boolean }> {
  const sensors = [{ sensorId: id, deviceNumber, position, isState }];
  const limit = LIMITS.simulateReadingsMax;
  const all = await listReadings(db, { sensors, ...range, limit: limit + 1 });
  return { readings: all.slice(-limit), truncated: all.length > limit };
}
