import type { ForecastOutcome } from "../../../schema/vocabulary.ts";
import type { ForecastList } from "../../../schema/wire/forecasts.ts";
import { HOUR_MS } from "../time.ts";

/** A time to freeze as it was foreseen, in hours from `madeAt`, and what came of it. */
export type ForecastRecord = {
  sensorId: string;
  alertId: string;
  madeAt: string;
  celsius: number;
  hours: number;
  hoursLow: number;
  hoursHigh: number | null;
  outcome: ForecastOutcome;
  endedAt: string | null;
};

export type ShownForecast = ForecastList["forecasts"][number];

export function shownForecast(record: ForecastRecord): ShownForecast {
  const { madeAt, hours, hoursLow, hoursHigh, outcome, endedAt } = record;
  const inHours = (after: number): string => new Date(Date.parse(madeAt) + after * HOUR_MS).toISOString();
  return {
    sensor_id: record.sensorId,
    alert_id: record.alertId,
    made_at: new Date(madeAt).toISOString(),
    celsius: Math.round(record.celsius * 100) / 100,
    freezes_at: inHours(hours),
    earliest_at: inHours(hoursLow),
    latest_at: hoursHigh === null ? null : inHours(hoursHigh),
    outcome,
    ended_at: endedAt === null ? null : new Date(endedAt).toISOString(),
    was_in_range: wasInRange(record),
  };
}

/** Whether it froze between the two ends; null where it has not frozen. */
export function wasInRange({
  madeAt,
  hoursLow,
  hoursHigh,
  outcome,
  endedAt,
}: ForecastRecord): boolean | null {
  if (outcome !== "froze" || endedAt === null) return null;
  const took = (Date.parse(endedAt) - Date.parse(madeAt)) / HOUR_MS;
  return took >= hoursLow && took <= (hoursHigh ?? Number.POSITIVE_INFINITY);
}
