import type { TemperatureUnit } from "../../../schema/vocabulary.ts";
import { shownValue } from "../shown-value.ts";
import type { SharedSensor } from "./shared-home.ts";

export type HistoryReading = {
  /** ISO 8601, UTC. */
  recorded_at: string;
  sensor_id: string;
  key: string;
  label: string;
  kind: string;
  unit: string | null;
  value_num: number;
};

type StoredReading = { sensorId: string; recordedAt: Date; value: number };

/** Long format, one flat object a reading: what Grafana and spreadsheets take without a transformation. */
export function historyReadings(
  stored: StoredReading[],
  sensors: SharedSensor[],
  unit: TemperatureUnit | null,
): HistoryReading[] {
  const byId = new Map(sensors.map((sensor) => [sensor.sensorId, sensor]));
  return stored.flatMap(({ sensorId, recordedAt, value }) => {
    const sensor = byId.get(sensorId);
    if (sensor === undefined) return [];
    const shown = shownValue(value, sensor.unit, unit);
    return [
      {
        recorded_at: recordedAt.toISOString(),
        sensor_id: sensorId,
        key: sensor.key,
        label: sensor.label,
        kind: sensor.kind,
        unit: shown.unit,
        value_num: shown.value,
      },
    ];
  });
}
