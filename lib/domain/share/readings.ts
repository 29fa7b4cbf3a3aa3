import type { Resolution, TemperatureUnit } from "../../../schema/vocabulary.ts";
import { type BucketFields, bucketFields, type StoredValue } from "../readings/bucket-fields.ts";
import { shownValue } from "../shown-value.ts";
import type { SharedSensor } from "./shared-home.ts";

export type HistoryReading = {
  /** ISO 8601, UTC; of a bucket its start. */
  recorded_at: string;
  sensor_id: string;
  key: string;
  label: string;
  kind: string;
  unit: string | null;
  value_num: number;
  resolution: Resolution;
} & Partial<BucketFields>;

/**
 * Long format, one flat object a reading or bucket: what Grafana and spreadsheets take without a
 * transformation.
 */
export function historyReadings(
  stored: StoredValue[],
  sensors: SharedSensor[],
  wanted: TemperatureUnit | null,
): HistoryReading[] {
  const byId = new Map(sensors.map((sensor) => [sensor.sensorId, sensor]));
  return stored.flatMap((reading) => {
    const { sensorId, recordedAt, resolution } = reading;
    const sensor = byId.get(sensorId);
    if (sensor === undefined) return [];
    const inUnit = (value: number) => shownValue(value, sensor.unit, wanted);
    const { value, unit } = inUnit(reading.value);
    return [
      {
        recorded_at: recordedAt.toISOString(),
        sensor_id: sensorId,
        key: sensor.key,
        label: sensor.label,
        kind: sensor.kind,
        unit,
        value_num: value,
        resolution,
        ...bucketFields(reading, (figure) => inUnit(figure).value),
      },
    ];
  });
}
