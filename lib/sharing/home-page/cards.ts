import type { RoomIcon } from "../../../schema/vocabulary.ts";
import { layersOf, settingsFor } from "../../devices/alert-settings.ts";
import { deviceStatus, offlineAfterMs } from "../../devices/device-status.ts";
import type { HomeDevice, HomeSensor, SensorOfDevice } from "../../devices/home-device.ts";
import { type ContactSensor, isStale, meantSpan } from "../../devices/sensor.ts";
import { BUCKET_MS, type BucketParts, bucketsOfParts, lastDaySpan } from "../../history/buckets.ts";
import type { Bucket } from "../../history/codec.ts";
import { DAY_MS, HOUR_MS, localDate, localMidnight, MINUTE_MS } from "../../kernel/time.ts";
import { convert, FREEZING_CELSIUS } from "../../kernel/units.ts";
import type { Evidence, Limit, Quantity } from "../../language/reason.ts";
import { drawnRooms, type PageHome, roomOf } from "./page-home.ts";
import { type ChartPoint, piecesWithin, type SensorLimit } from "./workbench.ts";

/** How many days back we look for the last change of a state. */
export const STATE_DAYS_MAX = 30;

/**
 * Returns the warning limit of a sensor, or null if its kind has none or the home has disabled the alert. The sensor's
 * placement (a pipe warns sooner than a room, outdoors nothing does) wins over the home's settings.
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

/** Returns the limit that an alert was past; null if it can't be drawn in this unit, such as hours. */
export const pastLimit = (limit: Limit, unit: string): SensorLimit | null =>
  limit.is === "equals" ? null : inUnit(limit, unit, limit.is.endsWith("below") ? "below" : "above");

/** Tells if a sensor is at or below 32 °F: water there is freezing already. */
export const isFrozen = (sensor: Measured): boolean => isAtOrBelow(sensor, FREEZING_CELSIUS);

/** Tells if a sensor is still at or below a room's warning: a space above its own lower limit may still be cold. */
export const isStillCold = (sensor: Measured): boolean => isAtOrBelow(sensor, COLD_CELSIUS);

type Measured = Pick<HomeSensor, "value" | "unit">;
/** 40 °F in °C, the warning limit of a room. */
const COLD_CELSIUS = 40 / 9;
const isAtOrBelow = ({ value, unit }: Measured, celsius: number): boolean =>
  value !== null && (convert(value, unit ?? "", "°C") ?? Number.POSITIVE_INFINITY) <= celsius;

/** Fewer hours than this are shown as "soon". */
export const SOON_HOURS = 0.5;
/** If a room has warmed up by this much since its hours were estimated, it isn't cooling any more. */
const WARMER_KELVIN = 0.5;

/** Returns the hours that are left until freezing; null if the room is frozen or has warmed up since the estimate. */
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

/** When a sensor entered its current state. `isAtLeast`: it may have been in this state even longer. */
type StateSince = { at: Date; isAtLeast: boolean };

const QUARTER_MS = 15 * MINUTE_MS;

/**
 * Returns the start of the current state: the reading that changed it within the last day; else, for an off state, the
 * end of the last day on which it was on; else the oldest known moment. `series` is oldest first.
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
  // A quarter hour begins before its first reading, so only an earlier quarter proves readings before `createdAt`.
  const known = first !== undefined && first.at + QUARTER_MS <= created ? first.at : created;
  if (sensor.value !== 0)
    return first === undefined ? null : { at: new Date(Math.max(first.at, known)), isAtLeast: true };
  if (moments.lastOnDay !== null) return { at: new Date((moments.lastOnDay + 1) * DAY_MS), isAtLeast: false };
  const oldest = now.getTime() - STATE_DAYS_MAX * DAY_MS;
  return { at: new Date(Math.max(known, oldest)), isAtLeast: true };
}

/**
 * `changedAt`: the last change of a state within a day (epoch ms). `lastOnDay`: the number of the last earlier UTC day
 * with the state on, if history has one. `hourBefore`: a measure's value an hour before its latest reading.
 */
type Moments = {
  changedAt: number | null;
  lastOnDay: number | null;
  hourBefore: { value: number; at: number } | null;
};

/**
 * A sensor's last day in quarter hours, oldest first, and the moments that its card names. Values are in the sensor's
 * unit; a state is 1 if it was on at any time of the quarter hour.
 */
export type DrawnSensor = { series: readonly ChartPoint[]; moments: Moments };
const UNKNOWN: Moments = { changedAt: null, lastOnDay: null, hourBefore: null };
const UNDRAWN: DrawnSensor = { series: [], moments: UNKNOWN };

/** A card of the home's page, about one sensor. */
export type Card = ReturnType<typeof cardOf>;

export type Room = { space: string; icon: RoomIcon; cards: Card[] };

/** Returns the rooms in the home's own order, with a card for each visible sensor. */
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
    /** True if a measurement is out of date. A state never is: it holds until it changes. */
    isOld: !sensor.isState && sensor.recordedAt !== null && isStale(sensor.recordedAt, now),
    /** The most urgent open alert about this sensor; the time to freeze comes last. */
    alert: alerts.find(({ kind }) => kind !== "time_to_freeze") ?? cooling ?? null,
    hoursToFreeze: cooling?.evidence ? hoursLeft(cooling.evidence, sensor, now) : null,
    /** The value an hour before the latest reading. Null unless the device is online: the trend is unknown then. */
    hourBefore: sensor.isState || status !== "ok" ? null : moments.hourBefore,
    limit: sensorLimit({ sensor, device }, home),
    /** The lowest and highest value since midnight in the home's time zone; null without a reading since then. */
    today: sensor.isState ? null : todayOf(series, midnight),
    since: status === "offline" ? null : sinceHeard(stateSince(sensor, drawn, now), series, device),
  };
}

/** Counts no state from before a silence in which the device was offline: it may have changed there and back. */
function sinceHeard(
  since: StateSince | null,
  series: readonly ChartPoint[],
  { usualIntervalMs }: HomeDevice,
) {
  const pieces = piecesWithin(series, offlineAfterMs(usualIntervalMs) + QUARTER_MS);
  const heard = pieces.length < 2 ? 0 : (pieces.at(-1)?.[0]?.at ?? 0) + QUARTER_MS;
  return since === null || since.at.getTime() >= heard - QUARTER_MS
    ? since
    : { at: new Date(heard), isAtLeast: true };
}

/** Appends the latest reading, so that the line ends at the value shown beside it and not at a quarter hour's mean. */
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

/** The last day of each drawn sensor, by its id: its quarter hours, oldest first, and its moments. */
export type DrawnDayJson = { quarters: BucketParts; moments: Record<string, Moments> };

/** Decodes the last day of all sensors of a home, by sensor id. */
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

/** Returns 1 if a state was on at any time of a bucket, else 0. A contact is on when it is open. */
const wasOn = (state: ContactSensor, low: number, high: number): number =>
  Number(meantSpan(state, { low, high }).high > 0);
