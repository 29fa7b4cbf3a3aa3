import type { TemperatureUnit } from "../../../schema/vocabulary.ts";
import type { SharedLatest } from "../../../schema/wire/shared-home.ts";
import { contactMeaning } from "../contact-meaning.ts";
import { shownValue } from "../shown-value.ts";
import { isStale } from "../stale.ts";
import { derivedReadings } from "./derived.ts";
import type { SharedHome, SharedSensor } from "./shared-home.ts";

export type LatestReading = SharedLatest["readings"][number];

export type Latest = SharedLatest;

/**
 * The latest reading of every shared sensor. `by_id` serves templates that name one sensor for certain.
 * `by_key` does where each key is one sensor's: where two devices use the same key, the newest reading has
 * it.
 */
export function latest(home: SharedHome, now: Date, unit: TemperatureUnit | null): Latest {
  const readings = home.sensors.flatMap((sensor) => latestReading(sensor, now, unit));
  const byTime = readings.toSorted((a, b) => Date.parse(a.recorded_at) - Date.parse(b.recorded_at));
  return {
    name: home.name,
    readings,
    by_id: Object.fromEntries(readings.map((reading) => [reading.sensor_id, reading])),
    by_key: Object.fromEntries(byTime.map((reading) => [reading.key, reading])),
    derived: derivedReadings(home, now, unit),
  };
}

function latestReading(sensor: SharedSensor, now: Date, unit: TemperatureUnit | null): LatestReading[] {
  if (sensor.value === null || sensor.recordedAt === null) return [];
  const shown = shownValue(sensor.value, sensor.unit, unit);
  return [
    {
      sensor_id: sensor.sensorId,
      key: sensor.key,
      label: sensor.label,
      kind: sensor.kind,
      unit: shown.unit,
      device: sensor.device,
      space: sensor.space,
      value_num: shown.value,
      value_bool: sensor.isState ? sensor.value !== 0 : null,
      true_means: contactMeaning(sensor),
      recorded_at: sensor.recordedAt.toISOString(),
      stale: isStale(sensor.recordedAt, now),
    },
  ];
}
