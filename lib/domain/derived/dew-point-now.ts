import type { TemperatureUnit } from "../../../schema/vocabulary.ts";
import { shownNumber } from "../shown-value.ts";
import { isStale } from "../stale.ts";
import { convert } from "../units.ts";
import { dewPoint } from "./dew-point.ts";
import type { Pair, PairedSensor } from "./sensor-pairs.ts";

/** A sensor with its latest reading. */
export type ReadSensor = PairedSensor & {
  /** Spelt as Home Assistant writes it; null for a state. */
  unit: string | null;
  /** A value in `unit`; null before the first reading. */
  value: number | null;
  recordedAt: Date | null;
};

/** A value that no sensor sent, as the APIs show it. `recorded_at`: of the older of its two readings. */
export type DerivedValue = { unit: string; value_num: number; recorded_at: string };

/**
 * The dew point of a pair's latest readings, in `wanted` or else the temperature's unit. Null where one of
 * the two is missing or stale, or where the formula says nothing.
 */
export function dewPointNow(
  { temperature, humidity }: Pair<ReadSensor>,
  now: Date,
  wanted: TemperatureUnit | null,
): DerivedValue | null {
  const [warmth, moisture] = [liveReading(temperature, now), liveReading(humidity, now)];
  if (warmth === null || moisture === null) return null;
  const unit = wanted ?? warmth.unit;
  const degrees = convert(warmth.value, warmth.unit, unit);
  const humidityPct = convert(moisture.value, moisture.unit, "%");
  const value = degrees === null || humidityPct === null ? null : dewPoint(degrees, unit, humidityPct);
  if (value === null) return null;
  const olderMs = Math.min(warmth.atMs, moisture.atMs);
  return { unit, value_num: shownNumber(value), recorded_at: new Date(olderMs).toISOString() };
}

function liveReading({ unit, value, recordedAt }: ReadSensor, now: Date) {
  if (unit === null || value === null || recordedAt === null || isStale(recordedAt, now)) return null;
  return { unit, value, atMs: recordedAt.getTime() };
}
