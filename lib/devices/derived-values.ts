import type { SensorKind, TemperatureUnit } from "../../schema/vocabulary.ts";
import { dewPointCelsius } from "../kernel/dew-point.ts";
import { median } from "../kernel/median.ts";
import { convert } from "../kernel/units.ts";
import { DEVICE_LIMITS } from "./limits.ts";
import { isStale, shownNumber } from "./shown-value.ts";

/** Less than a week shows nothing but the weather. */
const SPAN_DAYS_MIN = 7;
const POINTS_MIN = 5;
/** A rise like this between two days is a charge or a new battery, not a warm day. */
const CHARGED_PCT = 5;
/** Slower than three percent in a hundred days can't be distinguished from flat. */
const FLAT_PCT_PER_DAY = 0.03;
/** Nobody plans further ahead than three years. */
const DAYS_LEFT_MAX = 1_095;

/** The word of a key that says what is measured, as firmware spells it; °F and °C marks go with it. */
const MEASURE_WORDS = /temperatur[ea]?|humidity|humidite|feuchte|temp|hum|(?<!\p{L})rh(?!\p{L})/u;
const UNIT_MARKS = /^[fc]$/;

const LOWEST_CELSIUS = -45;
const HIGHEST_CELSIUS = 60;

/** One day's battery: days since any fixed day, percent from 0 to 100. */
export type BatteryDay = { day: number; pct: number };

/**
 * Whole days until the battery is empty, from a line through its last weeks; null while it is charging or
 * flat, too little is known since it was charged, or the end is more than three years off. Values in any
 * order. The line is Theil-Sen's (Theil 1950, Sen 1968): the median of all slopes, which a few odd days don't
 * move.
 */
export function batteryDaysLeft(values: readonly BatteryDay[], today: number): number | null {
  const days = sinceCharged(recent(values, today));
  if (days.length < POINTS_MIN || spanOf(days) < SPAN_DAYS_MIN) return null;
  const slope = median(slopes(days));
  if (slope > -FLAT_PCT_PER_DAY) return null;
  const pctToday = median(days.map(({ day, pct }) => pct + slope * (today - day)));
  const left = Math.floor(pctToday / -slope);
  return left > DAYS_LEFT_MAX ? null : Math.max(left, 0);
}

const recent = (values: readonly BatteryDay[], today: number): BatteryDay[] =>
  values
    .filter(({ day }) => day <= today && day > today - DEVICE_LIMITS.batteryFitDays)
    .toSorted((a, b) => a.day - b.day);

/** The days after the last charge; a charge that is under way leaves too few of them. */
function sinceCharged(days: readonly BatteryDay[]): BatteryDay[] {
  const charged = days.findLastIndex(({ pct }, index) => pct - (days[index - 1]?.pct ?? pct) >= CHARGED_PCT);
  return days.slice(Math.max(charged, 0));
}

function spanOf(days: readonly BatteryDay[]): number {
  const numbers = days.map(({ day }) => day);
  return Math.max(...numbers) - Math.min(...numbers);
}

const slopes = (days: readonly BatteryDay[]): number[] =>
  days.flatMap((a, index) =>
    days
      .slice(index + 1)
      .filter((b) => b.day !== a.day)
      .map((b) => (b.pct - a.pct) / (b.day - a.day)),
  );

/**
 * The temperature at which this air would be wet through, in the unit of `temperature`, unrounded. Null where
 * the formula says nothing: humidity (percent) not above 0 or over 100, temperatures out of its range, other
 * units.
 */
export function dewPoint(temperature: number, unit: string, humidityPct: number): number | null {
  const celsius = convert(temperature, unit, "°C");
  if (celsius === null || celsius < LOWEST_CELSIUS || celsius > HIGHEST_CELSIUS) return null;
  if (!(humidityPct > 0 && humidityPct <= 100)) return null;
  return convert(dewPointCelsius(celsius, humidityPct), "°C", unit);
}

/** The part of a sensor that pairing asks for. `key` is unique on its device. */
type PairedSensor = { key: string; kind: SensorKind };

type Pair<S extends PairedSensor> = { temperature: S; humidity: S };

/**
 * What is left of a key without the word of its kind: `temp1` and `humidity1` → `1`, `bme280_temperature` →
 * `bme280`, `temperature` → empty, `temp_avg` → `avg`.
 */
export function placeOf(key: string): string {
  const words = key
    .replace(/([\p{Ll}\p{N}])(?=\p{Lu})/gu, "$1_")
    .toLowerCase()
    .replace(MEASURE_WORDS, "_")
    .split(/[^\p{L}\p{N}]+/u);
  return words.filter((word) => word !== "" && !UNIT_MARKS.test(word)).join("_");
}

/**
 * Temperatures of one device with the humidity of the same place. One humidity for each temperature and the
 * other way round, in the device's order; where there is just one of each, they belong together whatever they
 * are called.
 */
export function sensorPairs<S extends PairedSensor>(sensors: readonly S[]): Pair<S>[] {
  const temperatures = sensors.filter(({ kind }) => kind === "temperature");
  const free = sensors.filter(({ kind }) => kind === "humidity");
  const [onlyTemperature, onlyHumidity] = [temperatures[0], free[0]];
  if (temperatures.length === 1 && free.length === 1 && onlyTemperature && onlyHumidity) {
    return [{ temperature: onlyTemperature, humidity: onlyHumidity }];
  }
  return temperatures.flatMap((temperature) => {
    const place = placeOf(temperature.key);
    const index = free.findIndex(({ key }) => placeOf(key) === place);
    const [humidity] = index === -1 ? [] : free.splice(index, 1);
    return humidity === undefined ? [] : [{ temperature, humidity }];
  });
}

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
