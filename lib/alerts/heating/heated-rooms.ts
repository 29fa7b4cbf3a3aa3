import { coldCorner, knownHours } from "../../devices/alert-settings.ts";
import { learnedIntervalMs } from "../../devices/device-status.ts";
import type { HourLow } from "../../devices/placement/guesses.ts";
import { isRoom } from "../../devices/placement/placement.ts";
import { DAY_MS, HOUR_MS, type Moment } from "../../kernel/time.ts";
import {
  celsiusOf,
  type DeviceFacts,
  enabledSensors,
  type Placed,
  type SensorFacts,
  type Span,
  type WeekFloor,
} from "../facts.ts";
import type { Point } from "../physics/history.ts";
import { overdueMs, TRUST_LIMITS } from "../settings.ts";

const DAY_HOURS = 24;

/** How many known days make a room's floor sure, or known at all, and the margin below it in each case, in K. */
const FLOOR_LIMITS = { daysSure: 5, daysMin: 2, marginSure: 1, margin: 2 } as const;

/** A room whose week is unknown is cold at or below this, in °C. */
const COLD_CELSIUS = 12;

/**
 * An indoor thermometer. `floor`: at or below this, in °C, the room is colder than its week explains, margin included.
 * `isHeated`: its week is known, and was warm.
 */
export type Room<S extends SensorFacts = SensorFacts> = {
  sensor: S;
  device: DeviceFacts;
  celsius: number;
  at: Moment;
  floor: number;
  isHeated: boolean;
  isFresh: boolean;
};

/** How long the latest points have all met a condition, in milliseconds. */
function lastingMs(points: readonly Point[], is: (point: Point) => boolean): number {
  const last = points.at(-1);
  const since = points[points.findLastIndex((point) => !is(point)) + 1];
  return last === undefined || since === undefined ? 0 : last.at - since.at;
}

/**
 * How long every reading of a room has been below what its week explains at that hour, in milliseconds: when a heating
 * weakens, a room falls for days, with a pause each noon.
 */
export const coldMs = ({ sensor }: Room, points: readonly Point[]): number =>
  lastingMs(points, ({ at, celsius }) => celsius <= (tooColdAt(sensor, at) ?? Number.NEGATIVE_INFINITY));

/** How long a sensor has repeated the same value, in milliseconds. */
export const stillMs = (points: readonly Point[]): number =>
  lastingMs(points, ({ celsius }) => celsius === points.at(-1)?.celsius);

/** The thermometers of all rooms that people live in, with their floors at this hour. */
export function indoorRooms<S extends SensorFacts>(
  devices: readonly { device: DeviceFacts; sensors: readonly S[] }[],
  now: Moment,
): Room<S>[] {
  return enabledSensors(devices).flatMap(({ device, sensor }) => roomOf(device, sensor, now) ?? []);
}

/** The thermometers of all heated rooms. */
export const heatedRooms = <S extends SensorFacts>(
  devices: readonly { device: DeviceFacts; sensors: readonly S[] }[],
  now: Moment,
): Room<S>[] => indoorRooms(devices, now).filter(({ isHeated: is }) => is);

/** The coldest hour of a room's week, in °C; null for any other place, or if too little is known. */
export const weekLow = (device: DeviceFacts, sensor: SensorFacts): number | null =>
  isWeekSure(sensor) && isIndoor(device, sensor) ? Math.min(...knownHours(sensor.weekFloor)) : null;

/** A heated room's floors in all hours of the day, in °C; empty for any other place. */
export function floorsOf(device: DeviceFacts, sensor: SensorFacts): number[] {
  if (!isIndoor(device, sensor) || !isHeated(sensor.weekFloor) || !isWeekKnown(sensor)) return [];
  return knownHours(sensor.weekFloor).map((usual) => usual - marginOf(sensor));
}

function roomOf<S extends SensorFacts>(device: DeviceFacts, sensor: S, now: Moment): Room<S> | null {
  const [celsius, { at, weekFloor }] = [celsiusOf(sensor), sensor];
  if (!isIndoor(device, sensor) || celsius === null || at === null) return null;
  const tooCold = tooColdAt(sensor, now);
  const floor = tooCold ?? COLD_CELSIUS;
  if (celsius <= NO_ROOM.celsius || (isWeekKnown(sensor) && celsius > floor && isAlwaysCold(weekFloor)))
    return null;
  // A place that freezes is always cold, and says nothing about the heating, however much colder it gets.
  if (coldCorner(sensor, device)?.freeze?.critical === null) return null;
  const isHeatedRoom = tooCold !== null && isHeated(weekFloor);
  return { sensor, device, celsius, at, floor, isHeated: isHeatedRoom, isFresh: isFresh(device, at, now) };
}

/** In °C. An unplaced thermometer may be in a freezer or outdoors: this cold, or never warmer, it isn't in a room. */
const NO_ROOM = { celsius: -10, weekMost: 5 } as const;

const isAlwaysCold = (floor: WeekFloor | null | undefined): boolean =>
  Math.max(...knownHours(floor)) < NO_ROOM.weekMost;

const isWeekKnown = ({ weekFloor }: SensorFacts): boolean => (weekFloor?.days ?? 0) >= FLOOR_LIMITS.daysMin;
const isWeekSure = ({ weekFloor }: SensorFacts): boolean => (weekFloor?.days ?? 0) >= FLOOR_LIMITS.daysSure;
const marginOf = (sensor: SensorFacts) =>
  isWeekSure(sensor) ? FLOOR_LIMITS.marginSure : FLOOR_LIMITS.margin;

/** The months in which clocks change somewhere, from January as 0: a setback then moves by an hour of UTC. */
const CLOCK_CHANGE_MONTHS: readonly number[] = [2, 3, 8, 9, 10];

/** The temperature in °C at which a room is colder than its week explains at that hour; null if too little is known. */
function tooColdAt(sensor: SensorFacts, at: Moment): number | null {
  const usual = (moment: Moment) => sensor.weekFloor?.celsius[hourOfDay(moment)] ?? null;
  if (usual(at) === null || !isWeekKnown(sensor)) return null;
  const aroundMs = CLOCK_CHANGE_MONTHS.includes(new Date(at).getUTCMonth()) ? HOUR_MS : 0;
  const lows = [at - aroundMs, at, at + aroundMs].flatMap((moment) => usual(moment) ?? []);
  return Math.min(...lows) - marginOf(sensor);
}

/**
 * True if a room was about equally warm all week, and still is: something holds it there, at whatever temperature. In a
 * holiday home at 45 °F that is a thermostat.
 */
export function isHeld({ device, sensor }: Placed<SensorFacts>): boolean {
  const [celsius, least] = [celsiusOf(sensor), weekLow(device, sensor)];
  if (celsius === null || least === null) return false;
  const most = Math.max(...knownHours(sensor.weekFloor));
  return most - least <= FLOOR_LIMITS.marginSure && celsius > least - FLOOR_LIMITS.marginSure;
}

const isIndoor = (device: DeviceFacts, sensor: SensorFacts): boolean =>
  sensor.kind === "temperature" && sensor.unit !== null && !isDoubted(sensor) && isRoom(sensor, device);

const isDoubted = ({ faultyAt, fault, stuckAt }: SensorFacts): boolean =>
  faultyAt !== null || [fault, stuckAt].some((found) => (found ?? null) !== null);

const isFresh = (device: DeviceFacts, at: Moment, now: Moment): boolean =>
  now - at <= overdueMs(TRUST_LIMITS.lateOnTickMs, learnedIntervalMs(device));

/** True if all rooms with fresh readings, which must be at least half of the rooms, are below their floors. */
export function areAllBelow(rooms: readonly Room[]): boolean {
  const fresh = rooms.filter((room) => room.isFresh);
  return fresh.length > 0 && fresh.length * 2 >= rooms.length && fresh.every(isBelow);
}

const isBelow = ({ celsius, floor }: Room): boolean => celsius <= floor;

/** This many falling rooms say more about a home's heating than one whose sensor repeats its value all the time. */
export const WITNESSES_MIN = 2;

/** True if all rooms but possible non-witnesses are below their floors. Only a closer look at their past can tell. */
export function mayAllBeBelow(rooms: readonly Room[]): boolean {
  const below = rooms.filter((room) => room.isFresh && isBelow(room));
  return areAllBelow(rooms) || (below.length >= WITNESSES_MIN && below.length * 2 > rooms.length);
}

/** A room is heated if at least `HEATED_SHARE` of its hourly lows are at or above this, in °C. */
const HEATED_CELSIUS = 12;
const HEATED_SHARE = 0.75;

/**
 * Drops the hours in which the heating was known or suspected to be off, or that an alert is about: after a failure the
 * floor would otherwise be at the bottom of it.
 */
export const usualOf = (lows: readonly HourLow[], coldSpans: readonly Span[]): HourLow[] =>
  lows.filter(({ at }) => !coldSpans.some(({ from, to }) => at + HOUR_MS > from && at < to));

/** The usual lows of a room by hour of the day, so that a night setback counts as usual. */
export function weekFloorOf(usual: readonly HourLow[]): WeekFloor {
  const celsius = Array.from({ length: DAY_HOURS }, (_, hour) =>
    usualLow(usual.filter(({ at }) => hourOfDay(at) === hour).map((low) => low.celsius)),
  );
  const dates = new Set(usual.map(({ at }) => Math.floor(at / DAY_MS))).size;
  const times = usual.map(({ at }) => at);
  const whole = Math.floor((Math.max(...times) - Math.min(...times) + HOUR_MS) / DAY_MS);
  // An hour of yesterday evening and one of this morning have two dates, but are not two days.
  return { celsius, days: Math.min(dates, Math.max(1, whole)) };
}

/**
 * Returns the floor to keep. If the heating was off for most of a week, the week has fewer known days than the earlier
 * floor, which stays: the room is the same.
 */
export const floorToKeep = (known: WeekFloor | null, week: WeekFloor, coldSpans: readonly object[]) =>
  known !== null && coldSpans.length > 0 && known.days > week.days ? known : week;

/** The lowest of several days, except for one single day that was far below all others: a window stood open. */
function usualLow(lows: readonly number[]): number | null {
  const [lowest, next] = lows.toSorted((a, b) => a - b);
  if (lowest === undefined) return null;
  return next !== undefined && lows.length >= OUTLIER.daysMin && next - lowest > OUTLIER.kelvin
    ? next
    : lowest;
}

const OUTLIER = { daysMin: 4, kelvin: 1.5 } as const;

const hourOfDay = (at: Moment): number => Math.floor((at % DAY_MS) / HOUR_MS);

/** True if the room is heated, judged by its hourly lows. */
export function isHeated(floor: WeekFloor | null | undefined): boolean {
  const known = knownHours(floor);
  const warm = known.filter((celsius) => celsius >= HEATED_CELSIUS);
  return known.length > 0 && warm.length >= HEATED_SHARE * known.length;
}
