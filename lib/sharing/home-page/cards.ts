import type { RoomIcon } from "../../../schema/vocabulary.ts";
import { layersOf, settingsFor } from "../../devices/alert-settings.ts";
import { deviceStatus } from "../../devices/device-status.ts";
import type { HomeDevice, HomeSensor, SensorOfDevice } from "../../devices/home-device.ts";
import { type ContactSensor, meantSpan } from "../../devices/sensor.ts";
import { BUCKET_MS, type BucketParts, bucketsOfParts, lastDaySpan } from "../../history/buckets.ts";
import type { Bucket } from "../../history/codec.ts";
import { DAY_MS, HOUR_MS, localDate, localMidnight, MINUTE_MS } from "../../kernel/time.ts";
import { convert, FREEZING_CELSIUS } from "../../kernel/units.ts";
import type { Evidence, Limit, Quantity } from "../../language/reason.ts";
import { drawnRooms, type PageHome, roomOf } from "./page-home.ts";
import type { ChartPoint, SensorLimit } from "./workbench.ts";

/** How far back days are read. */
export const STATE_DAYS_MAX = 30;

/**
 * Null for a kind without one, and where the home has switched it off. What counts where it is (a pipe warns sooner than a room,
 * and outdoors nothing does) comes before what its home is set to.
 */
export function sensorLimit(
  { sensor, device }: SensorOfDevice,
  { alertSettings }: Pick<PageHome, "alertSettings">,
): SensorLimit | null {
  const { kind, unit, isState } = sensor;
  if (isState || unit === null) return null;
  const layers = layersOf({ settings: alertSettings }, device, {
    ...sensor,
    settings: sensor.alertSettings,
  });
  if (kind === "temperature") {
    const { enabled, warning } = settingsFor("freeze", ...layers);
    return enabled ? inUnit(warning, unit, "below") : null;
  }
  if (kind !== "humidity") return null;
  const { enabled, high } = settingsFor("humidity", ...layers);
  return enabled ? inUnit(high, unit, "above") : null;
}

function inUnit(limit: Quantity | null, unit: string, side: SensorLimit["side"]): SensorLimit | null {
  const value = limit === null ? null : convert(limit.value, limit.unit ?? unit, unit);
  return value === null ? null : { value, side };
}

/** What an alert was past; null where that is no limit in this unit, such as hours. */
export const pastLimit = (limit: Limit, unit: string): SensorLimit | null =>
  limit.is === "equals" ? null : inUnit(limit, unit, limit.is.endsWith("below") ? "below" : "above");

/** True of what is at 32 °F: it may freeze no more, it does. */
export const isFrozen = (sensor: Measured): boolean => isAtOrBelow(sensor, FREEZING_CELSIUS);

/** True of what a room would be warned of: an icy place that is above its own limit again is no warm place. */
export const isStillCold = (sensor: Measured): boolean => isAtOrBelow(sensor, COLD_CELSIUS);

type Measured = Pick<HomeSensor, "value" | "unit">;
/** 40 °F. */
const COLD_CELSIUS = 40 / 9;
const isAtOrBelow = ({ value, unit }: Measured, celsius: number): boolean =>
  value !== null && (convert(value, unit ?? "", "°C") ?? Number.POSITIVE_INFINITY) <= celsius;

/** Less is said as "soon". */
export const SOON_HOURS = 0.5;
/** By so much warmer than when its hours were counted, a room is not cooling any more. */
const WARMER_KELVIN = 0.5;

/** What is left now of the hours that a room had; null for one that is frozen by now, or has got warmer since. */
export function hoursLeft(
  { value, at, more }: Evidence,
  sensor: Pick<HomeSensor, "value" | "unit">,
  now: Date,
): number | null {
  const celsius = sensor.value === null ? null : convert(sensor.value, sensor.unit ?? "", "°C");
  const before = typeof more?.celsius === "number" ? more.celsius : celsius;
  if (celsius === null || before === null || isFrozen(sensor) || celsius >= before + WARMER_KELVIN)
    return null;
  return Math.max(0, value - (now.getTime() - at) / HOUR_MS);
}

/**
 * When a state began to be as it is, as far back as is known; `isAtLeast` where it may have been so for
 * longer.
 */
type StateSince = { at: Date; isAtLeast: boolean };

const QUARTER_MS = 15 * MINUTE_MS;

/**
 * Since the reading that changed it, where that was within the last day; else since the last day on which an off state was
 * on, or as far back as is known. `lastDay` has its quarter hours, oldest first.
 */
export function stateSince(
  sensor: HomeSensor,
  { series, moments }: Pick<DrawnSensor, "series" | "moments">,
  now: Date,
): StateSince | null {
  if (!sensor.isState || sensor.value === null) return null;
  if (moments.changedAt !== null) return { at: new Date(moments.changedAt), isAtLeast: false };
  const [first] = series;
  const created = sensor.createdAt.getTime();
  // A slot begins before the first reading in it: only an earlier one says that there were readings before.
  const known = first !== undefined && first.at + QUARTER_MS <= created ? first.at : created;
  if (sensor.value !== 0)
    return first === undefined ? null : { at: new Date(Math.max(first.at, known)), isAtLeast: true };
  if (moments.lastOnDay !== null) return { at: new Date((moments.lastOnDay + 1) * DAY_MS), isAtLeast: false };
  const oldest = now.getTime() - STATE_DAYS_MAX * DAY_MS;
  return { at: new Date(Math.max(known, oldest)), isAtLeast: true };
}

/**
 * When a state changed last within a day, the last UTC day (by its number) before on which it was on, of those that history
 * keeps, and what a measure was an hour before.
 */
type Moments = {
  changedAt: number | null;
  lastOnDay: number | null;
  hourBefore: { value: number; at: number } | null;
};

/**
 * A sensor's last day by quarter hours, oldest first (values in the sensor's unit, of a state 1 where it was ever on), and
 * the moments that its card speaks of.
 */
export type DrawnSensor = { series: readonly ChartPoint[]; moments: Moments };
const UNKNOWN: Moments = { changedAt: null, lastOnDay: null, hourBefore: null };
const UNDRAWN: DrawnSensor = { series: [], moments: UNKNOWN };

/** What a card tells of one sensor. */
export type Card = ReturnType<typeof cardOf>;

export type Room = { space: string; icon: RoomIcon; cards: Card[] };

/** Rooms in the home's own order; a card for each visible sensor. */
export function roomsOf(home: PageHome, drawn: ReadonlyMap<string, DrawnSensor>, now: Date): Room[] {
  const midnight = localMidnight(home.timeZone, localDate(home.timeZone, now.getTime()));
  const cards = home.devices
    .filter(({ enabled }) => enabled)
    .flatMap((device) =>
      device.sensors
        .filter(({ visible }) => visible)
        .map((sensor) => cardOf(home, device, sensor, drawn.get(sensor.id) ?? UNDRAWN, { now, midnight })),
    );
  const byRoom = Map.groupBy(cards, ({ device }) => roomOf(device));
  return drawnRooms(home.devices, home.rooms).flatMap(({ name, icon }) => {
    const ofRoom = byRoom.get(name);
    return ofRoom === undefined ? [] : [{ space: name, icon, cards: ofRoom }];
  });
}

function cardOf(
  home: PageHome,
  device: HomeDevice,
  sensor: HomeSensor,
  drawn: DrawnSensor,
  { now, midnight }: { now: Date; midnight: number },
) {
  const { series, moments } = drawn;
  const alerts = home.alerts.filter(({ sensorId }) => sensorId === sensor.id);
  const status = deviceStatus(device, now);
  const cooling = alerts.find(({ kind }) => kind === "time_to_freeze");
  return {
    sensor,
    device,
    series: sensor.isState ? series : untilNow(series, sensor),
    status,
    /** The worst open one about it. */
    alert: alerts.find(({ kind }) => kind !== "time_to_freeze") ?? cooling ?? null,
    hoursToFreeze: cooling?.evidence ? hoursLeft(cooling.evidence, sensor, now) : null,
    /** About an hour before its latest reading; what is not heard any more is heading nowhere that anybody knows. */
    hourBefore: sensor.isState || status !== "ok" ? null : moments.hourBefore,
    limit: sensorLimit({ sensor, device }, home),
    /** The lowest and highest of the home's own day so far; null without a reading on it. */
    today: sensor.isState ? null : todayOf(series, midnight),
    since: status === "offline" ? null : stateSince(sensor, drawn, now),
  };
}

/** The line ends at the very value that stands beside it, where its last quarter hour's mean is another. */
function untilNow(series: readonly ChartPoint[], { value, recordedAt }: HomeSensor): readonly ChartPoint[] {
  const [at, last] = [recordedAt?.getTime() ?? 0, series.at(-1)];
  if (value === null || last === undefined || at <= last.at) return series;
  return [...series, { at, value, low: value, high: value }];
}

function todayOf(series: readonly ChartPoint[], midnight: number): { low: number; high: number } | null {
  const ofToday = series.filter(({ at }) => at >= midnight);
  if (ofToday.length === 0) return null;
  return {
    low: Math.min(...ofToday.map(({ low }) => low)),
    high: Math.max(...ofToday.map(({ high }) => high)),
  };
}

/** Of each sensor that is drawn, by its id: its quarter hours of the last day, oldest first, and its moments. */
export type DrawnDayJson = { quarters: BucketParts; moments: Record<string, Moments> };

/** What the cards of a home draw and say. */
export function drawnDayOf(
  { devices }: Pick<PageHome, "devices">,
  { quarters, moments }: DrawnDayJson,
  now: Date,
): Map<string, DrawnSensor> {
  const buckets = bucketsOfParts(quarters, "15m", lastDaySpan(now));
  const sensors = devices.flatMap((device) => device.sensors);
  return new Map(
    sensors.map((sensor) => [
      sensor.id,
      {
        series: (buckets.get(sensor.id) ?? []).map((bucket) => pointOf(bucket, sensor)),
        moments: moments[sensor.id] ?? UNKNOWN,
      },
    ]),
  );
}

const pointOf = (
  { bucket, avg, min: low, max: high }: Bucket,
  sensor: ContactSensor & { isState: boolean },
): ChartPoint => ({
  at: bucket * BUCKET_MS["15m"],
  value: sensor.isState ? wasOn(sensor, low, high) : avg,
  low,
  high,
});

/** 1 where a state was on, as it is meant, at any time of a bucket. */
const wasOn = (state: ContactSensor, low: number, high: number): number =>
  Number(meantSpan(state, { low, high }).high > 0);
