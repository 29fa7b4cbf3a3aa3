import type { DeviceStatus, RoomIcon } from "../../../schema/vocabulary.ts";
import type { Quantity } from "../../alerts/reason.ts";
import { type Overrides, settingsFor } from "../../alerts/settings.ts";
import { deviceStatus } from "../../devices/device-status.ts";
import { placementLayer } from "../../devices/placement/sensor-settings.ts";
import { type ContactSensor, meantSpan } from "../../devices/sensor.ts";
import { BUCKET_MS, type QuarterJson } from "../../history/buckets.ts";
import { localDate, localMidnight } from "../../jobs/report-periods.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../kernel/time.ts";
import { convert } from "../../kernel/units.ts";
import type { PageAlert, PageDevice, PageHome, PageSensor } from "./page-home.ts";
import { drawnRooms, roomOf } from "./room-order.ts";

const SPAN_HOURS = 1.5;
const SPAN_HOURS_MIN = 0.5;

/** How far back days are read. */
export const STATE_DAYS_MAX = 30;

/** The limit of a sensor's own kind of alert, in the sensor's unit; `side` is where it gets dangerous. */
export type SensorLimit = { value: number; side: "below" | "above" };

/** Null for a kind without one, and where the home has switched it off. */
export function sensorLimit(
  sensor: PageSensor,
  home: Pick<PageHome, "alertSettings" | "devices">,
): SensorLimit | null {
  const { kind, unit, isState } = sensor;
  if (isState || unit === null) return null;
  const layers = [home.alertSettings, ...layersOf(sensor, home), sensor.alertSettings] as const;
  if (kind === "temperature") {
    const { enabled, warning } = settingsFor("freeze", ...layers);
    return enabled ? inUnit(warning, unit, "below") : null;
  }
  if (kind !== "humidity") return null;
  const { enabled, high } = settingsFor("humidity", ...layers);
  return enabled ? inUnit(high, unit, "above") : null;
}

/** What counts where it is (a pipe warns sooner than a room, and outdoors nothing does), then what its device is set to. */
function layersOf(
  sensor: PageSensor,
  { alertSettings, devices }: Pick<PageHome, "alertSettings" | "devices">,
): Overrides[] {
  const device = devices.find(({ sensors }) => sensors.some(({ id }) => id === sensor.id));
  return device === undefined ? [] : [placementLayer(alertSettings, sensor, device), device.alertSettings];
}

function inUnit(limit: Quantity | null, unit: string, side: SensorLimit["side"]): SensorLimit | null {
  const value = limit === null ? null : convert(limit.value, limit.unit ?? unit, unit);
  return value === null ? null : { value, side };
}

/** `low` and `high` where the point stands for a span of time in which the value moved. */
export type Point = { at: number; value: number; low?: number; high?: number };

/**
 * The slope of the straight line (least squares) through the last hour and a half of a series, in its unit an
 * hour. Null where the points span too little to say. `at` in epoch milliseconds, oldest first.
 */
export function trendPerHour(series: readonly Point[]): number | null {
  const last = series.at(-1);
  if (last === undefined) return null;
  const recent = series
    .map(({ at, value }) => ({ hour: (at - last.at) / HOUR_MS, value }))
    .filter(({ hour }) => hour > -SPAN_HOURS);
  const hours = recent.map(({ hour }) => hour);
  if (Math.min(...hours) > -SPAN_HOURS_MIN) return null;
  const meanHour = mean(hours);
  const meanValue = mean(recent.map(({ value }) => value));
  const across = hours.reduce((sum, hour) => sum + (hour - meanHour) ** 2, 0);
  const along = recent.reduce((sum, { hour, value }) => sum + (hour - meanHour) * (value - meanValue), 0);
  return along / across;
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * When a state began to be as it is, as far back as is known; `isAtLeast` where it may have been so for
 * longer.
 */
type StateSince = { at: Date; isAtLeast: boolean };

const QUARTER_MS = 15 * MINUTE_MS;

/**
 * Looks at the last day's quarter hours (oldest first; 1 where the state was on at any time) and, where it is
 * off, at the last day before on which it was on.
 */
export function stateSince(sensor: PageSensor, lastDay: readonly Point[], now: Date): StateSince | null {
  if (!sensor.isState || sensor.value === null) return null;
  const isOn = sensor.value !== 0;
  const changed = lastDay.findLastIndex(({ value }) => (value !== 0) !== isOn);
  const after = lastDay[changed + 1];
  if (changed !== -1) return { at: new Date(after?.at ?? now.getTime()), isAtLeast: false };
  const [first] = lastDay;
  const created = sensor.createdAt.getTime();
  // A slot begins before the first reading in it: only an earlier one says that there were readings before.
  const known = first !== undefined && first.at + QUARTER_MS <= created ? first.at : created;
  if (isOn) return first === undefined ? null : { at: new Date(Math.max(first.at, known)), isAtLeast: true };
  if (sensor.lastOnDay !== null)
    return { at: new Date(sensor.lastOnDay.getTime() + DAY_MS), isAtLeast: false };
  const oldest = now.getTime() - STATE_DAYS_MAX * DAY_MS;
  return { at: new Date(Math.max(known, oldest)), isAtLeast: true };
}

/** The day's points know a state's beginning to a quarter hour; an alert about water that opened in it knows the moment. */
export function sinceAlerted(
  since: StateSince | null,
  alerts: readonly Pick<PageAlert, "kind" | "openedAt">[],
): StateSince | null {
  if (since === null || since.isAtLeast) return since;
  const slot = since.at.getTime();
  const opened = alerts.find(
    ({ kind, openedAt }) =>
      kind === "leak" && openedAt.getTime() > slot && openedAt.getTime() < slot + QUARTER_MS,
  );
  return opened === undefined ? since : { at: opened.openedAt, isAtLeast: false };
}

/**
 * A sensor's last day by quarter hours, oldest first; values in the sensor's unit, of a state 1 where it was
 * ever on.
 */
type LastDay = ReadonlyMap<string, readonly Point[]>;

/** What a card tells of one sensor. */
export type Card = {
  sensor: PageSensor;
  device: PageDevice;
  status: DeviceStatus;
  /** The worst open alert about it. */
  alert: PageAlert | null;
  /** Hours until it freezes, while it cools towards that. */
  hoursToFreeze: number | null;
  series: readonly Point[];
  trend: number | null;
  limit: SensorLimit | null;
  since: StateSince | null;
  /** The lowest and highest of the home's own day so far; null without a reading on it. */
  today: { low: number; high: number } | null;
};

export type Room = { space: string; icon: RoomIcon; cards: Card[] };

/** Rooms in the home's own order; a card for each visible sensor. */
export function roomsOf(home: PageHome, lastDay: LastDay, now: Date): Room[] {
  const midnight = localMidnight(home.timeZone, localDate(home.timeZone, now.getTime()));
  const cards = home.devices
    .filter(({ enabled }) => enabled)
    .flatMap((device) =>
      device.sensors
        .filter(({ visible }) => visible)
        .map((sensor) => cardOf(home, device, sensor, lastDay.get(sensor.id) ?? [], { now, midnight })),
    );
  const byRoom = Map.groupBy(cards, ({ device }) => roomOf(device));
  return drawnRooms(home.devices, home.rooms).flatMap(({ name, icon }) => {
    const ofRoom = byRoom.get(name);
    return ofRoom === undefined ? [] : [{ space: name, icon, cards: ofRoom }];
  });
}

function cardOf(
  home: PageHome,
  device: PageDevice,
  sensor: PageSensor,
  series: readonly Point[],
  { now, midnight }: { now: Date; midnight: number },
): Card {
  const alerts = home.alerts.filter(({ sensorId }) => sensorId === sensor.id);
  const status = deviceStatus(device, now);
  const cooling = alerts.find(({ kind }) => kind === "time_to_freeze");
  return {
    sensor,
    device,
    series,
    status,
    alert: alerts.find(({ kind }) => kind !== "time_to_freeze") ?? cooling ?? null,
    hoursToFreeze: cooling?.evidence?.value ?? null,
    // What is not heard any more is heading nowhere that anybody knows.
    trend: sensor.isState || status !== "ok" ? null : trendPerHour(series),
    limit: sensorLimit(sensor, home),
    today: sensor.isState ? null : todayOf(series, midnight),
    since: status === "offline" ? null : sinceAlerted(stateSince(sensor, series, now), alerts),
  };
}

function todayOf(series: readonly Point[], midnight: number): Card["today"] {
  const ofToday = series.filter(({ at }) => at >= midnight);
  if (ofToday.length === 0) return null;
  return {
    low: Math.min(...ofToday.map(({ value, low = value }) => low)),
    high: Math.max(...ofToday.map(({ value, high = value }) => high)),
  };
}

/** Each sensor's quarter hours of the last day, oldest first. */
export type LastDayJson = Record<string, QuarterJson[]>;

/** The last 24 hours of every sensor of the home by quarter hours, as its cards draw them. */
export function lastDayOf({ devices }: Pick<PageHome, "devices">, quarters: LastDayJson): LastDay {
  const sensors = devices.flatMap((device) => device.sensors);
  return new Map(
    sensors.flatMap((sensor) => {
      const points = quarters[sensor.id]?.map((quarter) => pointOf(quarter, sensor));
      return points === undefined ? [] : [[sensor.id, points] as const];
    }),
  );
}

const pointOf = (
  [bucket, mean, low, high]: QuarterJson,
  sensor: ContactSensor & { isState: boolean },
): Point => ({
  at: bucket * BUCKET_MS["15m"],
  value: sensor.isState ? wasOn(sensor, low, high) : mean,
  low,
  high,
});

/** 1 where a state was on, as it is meant, at any time of a bucket. */
const wasOn = (state: ContactSensor, low: number, high: number): number =>
  Number(meantSpan(state, { low, high }).high > 0);
