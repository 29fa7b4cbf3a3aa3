import { RESOLUTIONS, type Resolution, type SensorKind } from "../../schema/vocabulary.ts";
import type { HomeSensor, SensorOfDevice } from "../devices/home-device.ts";
import { type BucketFigures, type HistoryItem, type StoredValue, storedValue } from "../history/buckets.ts";
import { DAY_MS, MINUTE_MS } from "../kernel/time.ts";
import { READING_LIMITS } from "./limits.ts";

type CsvField = string | number | boolean | null;

/** Starts a file so that spreadsheets read it as UTF-8. */
export const BYTE_ORDER_MARK = "\ufeff";

/**
 * A place where a spreadsheet could see a formula, in half or full width. Many locales separate cells by a semicolon,
 * some programs by a tab, and both split quoted text there: each such place counts as a start.
 */
const BEFORE_FORMULA = /(?<=^|[;\t\r\n])(?=["\s]*[=+\-@＝＋－＠])/g;
const LEADING_CONTROL = /^[\t\r\n]/;

const NEEDS_QUOTES = /[",;\t\r\n]/;
/** Most fields, recognized in one test: no quotes needed, no formula possible. */
const PLAIN = /^(?!\s*[=+\-@＝＋－＠])[^",;\t\r\n]*$/;

/**
 * Returns one line of RFC 4180, with its CRLF. An apostrophe precedes everything that a spreadsheet would run, in every
 * locale; numbers stay numbers, null is empty.
 */
export const csvLine = (fields: readonly CsvField[]): string => `${fields.map(csvField).join(",")}\r\n`;

function csvField(field: CsvField): string {
  if (field === null) return "";
  if (typeof field !== "string") return String(field);
  if (PLAIN.test(field)) return field;
  const guarded = field.replace(BEFORE_FORMULA, "'");
  const text = LEADING_CONTROL.test(guarded) ? `'${guarded}` : guarded;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Returns the requested period, by default the last 24 hours plus what a fast clock has already sent. */
export function readingsWindow(asked: { from?: Date | undefined; to?: Date | undefined }, now: Date) {
  const to = asked.to ?? new Date(now.getTime() + READING_LIMITS.readingFutureMinutesMax * MINUTE_MS);
  return { from: asked.from ?? new Date(Math.min(now.getTime(), to.getTime()) - DAY_MS), to };
}

/**
 * Returns the actual resolution of an answer: the coarsest of its rows, or the requested one if there are none. If the
 * plan no longer keeps the requested resolution, the next coarser tier answers.
 */
export const coarsestOf = (rows: readonly Pick<StoredValue, "resolution">[], asked: Resolution) => {
  const places = rows.map(({ resolution }) => RESOLUTIONS.indexOf(resolution));
  return RESOLUTIONS[places.reduce((a, b) => Math.max(a, b), RESOLUTIONS.indexOf(asked))] ?? asked;
};

/** Returns the fields that only a bucket has. `shown` converts a value to the answer's unit. */
export function bucketFields(
  { bucket }: Pick<StoredValue, "bucket">,
  shown: (value: number) => number = (value) => value,
): Partial<BucketFigures> {
  if (bucket === null) return {};
  const { min, max, avg, count, last } = bucket;
  return { min: shown(min), max: shown(max), avg: shown(avg), count, last: shown(last) };
}

/** Long format: one flat object per reading or bucket. `recorded_at` (a bucket's start) is ISO 8601 in UTC. */
export type ApiReading = {
  recorded_at: string;
  sensor_id: string;
  key: string;
  label: string;
  kind: SensorKind;
  unit: string | null;
  value_num: number;
  value_bool: boolean | null;
  /** The row's resolution: a raw reading, or a bucket of this length. */
  resolution: Resolution;
  device_id: string;
  /** The device's name. */
  device: string;
  space: string;
  unit_assumed: boolean;
} & Partial<BucketFigures>;

export function apiReadings(stored: StoredValue[], sensors: SensorOfDevice[]): ApiReading[] {
  const byId = new Map(sensors.map((each) => [each.sensor.id, each]));
  return stored.flatMap((reading) => {
    const known = byId.get(reading.sensorId);
    return known === undefined ? [] : [{ ...apiReading(known, reading), ...bucketFields(reading) }];
  });
}

/** Returns the fields that identify a reading's sensor, alike in every format. */
export const sensorWords = ({ id, key, label, kind }: HomeSensor) => ({ sensor_id: id, key, label, kind });

const apiReading = (
  { sensor, device }: SensorOfDevice,
  { recordedAt, value, resolution }: StoredValue,
): ApiReading => ({
  recorded_at: recordedAt.toISOString(),
  ...sensorWords(sensor),
  unit: sensor.unit,
  value_num: value,
  value_bool: sensor.isState ? value !== 0 : null,
  resolution,
  device_id: device.id,
  device: device.name,
  space: device.space,
  unit_assumed: sensor.unitSource === "assumed",
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

const BUCKET_COLUMNS: readonly (keyof BucketFigures)[] = ["min", "max", "avg", "count", "last"];

/** New columns go to the end, so that programs that count columns still find the others. */
const DEVICE_COLUMNS: readonly (keyof ApiReading)[] = ["device_id", "device", "space", "unit_assumed"];

const columnsOf = (resolution: Resolution): readonly (keyof ApiReading)[] =>
  resolution === "raw"
    ? [...COLUMNS, ...DEVICE_COLUMNS, ...BUCKET_COLUMNS]
    : [...COLUMNS, ...BUCKET_COLUMNS, ...DEVICE_COLUMNS];

export const readingsCsvHead = (resolution: Resolution): string => csvLine(columnsOf(resolution));

/** Returns a function that turns readings into CSV lines; readings of unknown sensors are left out. */
export function readingsCsv(
  sensors: SensorOfDevice[],
  asked: Resolution,
): (readings: readonly HistoryItem[]) => string {
  const columns = columnsOf(asked);
  return (readings) =>
    apiReadings(readings.map(storedValue), sensors)
      .map((row) => csvLine(columns.map((column) => row[column] ?? null)))
      .join("");
}
