import type { Resolution, SensorKind } from "../../schema/vocabulary.ts";
import { csvLine } from "../kernel/csv.ts";
import { type BucketFields, bucketFields, type StoredValue } from "./bucket-fields.ts";

/** A sensor of the household as far as its readings need it. */
export type ReadingSensor = {
  sensorId: string;
  key: string;
  label: string;
  kind: SensorKind;
  /** Spelt as Home Assistant writes it; null for a state. */
  unit: string | null;
  /** Nobody has said its unit. */
  unitAssumed: boolean;
  isState: boolean;
  deviceNumber: number;
  position: number;
  deviceId: string;
  deviceName: string;
  space: string;
};

/** Long format, one flat object a reading or bucket; `recorded_at` (a bucket's start) is ISO 8601, UTC. */
export type ApiReading = {
  recorded_at: string;
  sensor_id: string;
  key: string;
  label: string;
  kind: SensorKind;
  unit: string | null;
  value_num: number;
  value_bool: boolean | null;
  /** What this row is: a reading, or a bucket of so much. */
  resolution: Resolution;
  device_id: string;
  /** The device's name. */
  device: string;
  space: string;
  unit_assumed: boolean;
} & Partial<BucketFields>;

export function apiReadings(stored: StoredValue[], sensors: ReadingSensor[]): ApiReading[] {
  const byId = new Map(sensors.map((sensor) => [sensor.sensorId, sensor]));
  return stored.flatMap((reading) => {
    const sensor = byId.get(reading.sensorId);
    if (sensor === undefined) return [];
    return [{ ...apiReading(sensor, reading), ...bucketFields(reading) }];
  });
}

const apiReading = (sensor: ReadingSensor, { recordedAt, value, resolution }: StoredValue): ApiReading => ({
  recorded_at: recordedAt.toISOString(),
  sensor_id: sensor.sensorId,
  key: sensor.key,
  label: sensor.label,
  kind: sensor.kind,
  unit: sensor.unit,
  value_num: value,
  value_bool: sensor.isState ? value !== 0 : null,
  resolution,
  device_id: sensor.deviceId,
  device: sensor.deviceName,
  space: sensor.space,
  unit_assumed: sensor.unitAssumed,
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
  "resolution",
] as const satisfies readonly (keyof ApiReading)[];

const BUCKET_COLUMNS = [
  "min",
  "max",
  "avg",
  "count",
  "last",
] as const satisfies readonly (keyof BucketFields)[];

/** New columns go to the end: programs that count columns find the others where they were. */
const DEVICE_COLUMNS = [
  "device_id",
  "device",
  "space",
  "unit_assumed",
] as const satisfies readonly (keyof ApiReading)[];

const columnsOf = (resolution: Resolution): readonly (keyof ApiReading)[] =>
  resolution === "raw" ? [...COLUMNS, ...DEVICE_COLUMNS] : [...COLUMNS, ...BUCKET_COLUMNS, ...DEVICE_COLUMNS];

export const readingsCsvHead = (resolution: Resolution): string => csvLine(columnsOf(resolution));

export function readingsCsv(readings: ApiReading[], resolution: Resolution): string {
  const columns = columnsOf(resolution);
  return readings.map((reading) => csvLine(columns.map((column) => reading[column] ?? null))).join("");
}
