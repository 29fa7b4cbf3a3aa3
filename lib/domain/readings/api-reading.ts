import type { SensorKind } from "../../../schema/vocabulary.ts";
import { csvLine } from "../csv.ts";

/** A sensor of the household as far as its readings need it. */
export type ReadingSensor = {
  sensorId: string;
  key: string;
  label: string;
  kind: SensorKind;
  /** As Home Assistant writes it; null for a state. */
  unit: string | null;
  isState: boolean;
  deviceNumber: number;
  position: number;
};

/** `value` in the sensor's own unit; a state is 1 or 0. */
export type StoredValue = { sensorId: string; recordedAt: Date; value: number };

/** Long format, one flat object a reading; `recorded_at` is ISO 8601, UTC. */
export type ApiReading = {
  recorded_at: string;
  sensor_id: string;
  key: string;
  label: string;
  kind: SensorKind;
  unit: string | null;
  value_num: number;
  value_bool: boolean | null;
};

export function apiReadings(stored: StoredValue[], sensors: ReadingSensor[]): ApiReading[] {
  const byId = new Map(sensors.map((sensor) => [sensor.sensorId, sensor]));
  return stored.flatMap(({ sensorId, recordedAt, value }) => {
    const sensor = byId.get(sensorId);
    return sensor === undefined ? [] : [apiReading(sensor, recordedAt, value)];
  });
}

const apiReading = (sensor: ReadingSensor, recordedAt: Date, value: number): ApiReading => ({
  recorded_at: recordedAt.toISOString(),
  sensor_id: sensor.sensorId,
  key: sensor.key,
  label: sensor.label,
  kind: sensor.kind,
  unit: sensor.unit,
  value_num: value,
  value_bool: sensor.isState ? value !== 0 : null,
});

const COLUMNS = [
  "recorded_at",
  "sensor_id",
  "key",
  "label",
  "kind",
  "unit",
  "value_num",
  "value_bool",
] as const satisfies readonly (keyof ApiReading)[];

export const READINGS_CSV_HEAD = csvLine(COLUMNS);

export const readingsCsv = (readings: ApiReading[]): string =>
  readings.map((reading) => csvLine(COLUMNS.map((column) => reading[column]))).join("");
