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

/** Days of a week that are enough to know a room's floor well, and to know it at all; and the margin below it, in K. */
const FLOOR_LIMITS = { daysSure: 5, daysMin: 2, marginSure: 1, margin: 2 } as const;

/** A room of whose week nothing is known is cold at this, in °C. */
const COLD_CELSIUS = 12;

/**
 * A thermometer inside. `floor`: below it the room is colder than its week explains, margin included. `isHeated`: its
 * week is known, and a warm one.
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

/** For how long the last points of a course were all like that, in milliseconds. */
function lastingMs(points: readonly Point[], is: (point: Point) => boolean): number {
  const last = points.at(-1);
  const since = points[points.findLastIndex((point) => !is(point)) + 1];
  return last === undefined || since === undefined ? 0 : last.at - since.at;
}

/**
 * For how long every reading of a room was below what its week explains at that hour, in milliseconds: a heating that
 * weakens lets it fall for days, with a pause each noon.
 */
export const coldMs = ({ sensor }: Room, points: readonly Point[]): number =>
  lastingMs(points, ({ at, celsius }) => celsius <= (tooColdAt(sensor, at) ?? Number.NEGATIVE_INFINITY));

/** For how long its sensor has said one and the same. */
export const stillMs = (points: readonly Point[]): number =>
  lastingMs(points, ({ celsius }) => celsius === points.at(-1)?.celsius);

/** The thermometers of all rooms that people live in, with what would be too cold for them in this hour. */
export function indoorRooms<S extends SensorFacts>(
  devices: readonly { device: DeviceFacts; sensors: readonly S[] }[],
  now: Moment,
): Room<S>[] {
  return enabledSensors(devices).flatMap(({ device, sensor }) => roomOf(device, sensor, now) ?? []);
}

/** Those of them that are heated. */
export const heatedRooms = <S extends SensorFacts>(
  devices: readonly { device: DeviceFacts; sensors: readonly S[] }[],
  now: Moment,
): Room<S>[] => indoorRooms(devices, now).filter(({ isHeated: is }) => is);

/** The lows of those hours of the day of which a week knows one, in °C. */
export const knownHours = (floor: WeekFloor | null | undefined): number[] =>
  floor?.celsius.filter((celsius) => celsius !== null) ?? [];

/** The coldest hour of a room's week, in °C; null for any other place, and where too little is known. */
export const weekLow = (device: DeviceFacts, sensor: SensorFacts): number | null =>
  isWeekSure(sensor) && isIndoor(device, sensor) ? Math.min(...knownHours(sensor.weekFloor)) : null;

/** What would be too cold for the room in any hour of the day, in °C; none for a place that is not heated. */
export function floorsOf(device: DeviceFacts, sensor: SensorFacts, now: Moment): number[] {
  if (!isIndoor(device, sensor) || !isHeated(sensor.weekFloor)) return [];
  const hours = Array.from({ length: DAY_HOURS }, (_, hour) => now + hour * HOUR_MS);
  return hours.flatMap((at) => tooColdAt(sensor, at) ?? []);
}

function roomOf<S extends SensorFacts>(device: DeviceFacts, sensor: S, now: Moment): Room<S> | null {
  const [celsius, { at, weekFloor }] = [celsiusOf(sensor), sensor];
  if (!isIndoor(device, sensor) || celsius === null || at === null) return null;
  const tooCold = tooColdAt(sensor, now);
  const floor = tooCold ?? COLD_CELSIUS;
  if (celsius <= NO_ROOM.celsius || (isWeekKnown(sensor) && celsius > floor && isAlwaysCold(weekFloor)))
    return null;
  const isHeatedRoom = tooCold !== null && isHeated(weekFloor);
  return { sensor, device, celsius, at, floor, isHeated: isHeatedRoom, isFresh: isFresh(device, at, now) };
}

/** A thermometer that nobody has placed may be in a freezer or outdoors: so cold, or never warmer, is no room. In °C. */
const NO_ROOM = { celsius: -10, weekMost: 5 } as const;

function isAlwaysCold(floor: WeekFloor | null | undefined): boolean {
  const known = knownHours(floor);
  return known.length > 0 && Math.max(...known) < NO_ROOM.weekMost;
}

const isWeekKnown = ({ weekFloor }: SensorFacts): boolean => (weekFloor?.days ?? 0) >= FLOOR_LIMITS.daysMin;
const isWeekSure = ({ weekFloor }: SensorFacts): boolean => (weekFloor?.days ?? 0) >= FLOOR_LIMITS.daysSure;

/** At this, in °C, the room is colder than its week explains at that hour; null where too little of it is known. */
function tooColdAt(sensor: SensorFacts, at: Moment): number | null {
  const usual = sensor.weekFloor?.celsius[hourOfDay(at)] ?? null;
  if (usual === null || !isWeekKnown(sensor)) return null;
  return usual - (isWeekSure(sensor) ? FLOOR_LIMITS.marginSure : FLOOR_LIMITS.margin);
}

/**
 * True if a room was about as warm all week, and still is: something holds it there, at whatever temperature. In a holiday home
 * at 45 °F that is a thermostat.
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

/**
 * True if every room with readings is below its floor, by the latest readings alone: then a closer check is worthwhile.
 */
export function areAllBelow(rooms: readonly Room[]): boolean {
  const fresh = rooms.filter((room) => room.isFresh);
  return fresh.length > 0 && fresh.length * 2 >= rooms.length && fresh.every(isBelow);
}

const isBelow = ({ celsius, floor }: Room): boolean => celsius <= floor;

/** So many rooms that fall say more of a home's heating than one whose sensor says the same all the time. */
export const WITNESSES_MIN = 2;

/** True if all are but some that may be no witnesses: a closer look at their past says that. */
export function mayAllBeBelow(rooms: readonly Room[]): boolean {
  const below = rooms.filter((room) => room.isFresh && isBelow(room));
  return areAllBelow(rooms) || (below.length >= WITNESSES_MIN && below.length * 2 > rooms.length);
}

/** A room that is hardly ever colder than this is heated. In °C, and the share of its hours. */
const HEATED_CELSIUS = 12;
const HEATED_SHARE = 0.75;

/**
 * Hours in which the heating was known or suspected to be off, or that an alert is about, teach nothing: after a failure the
 * floor would lie at the bottom of it.
 */
export const usualOf = (lows: readonly HourLow[], coldSpans: readonly Span[]): HourLow[] =>
  lows.filter(({ at }) => !coldSpans.some(({ from, to }) => at + HOUR_MS > from && at < to));

/** What is usual for the room, hour by hour: a night setback lies in it. */
export function weekFloorOf(usual: readonly HourLow[]): WeekFloor {
  const celsius = Array.from({ length: DAY_HOURS }, (_, hour) =>
    usualLow(usual.filter(({ at }) => hourOfDay(at) === hour).map((low) => low.celsius)),
  );
  const dates = new Set(usual.map(({ at }) => Math.floor(at / DAY_MS))).size;
  const times = usual.map(({ at }) => at);
  const whole = Math.floor((Math.max(...times) - Math.min(...times) + HOUR_MS) / DAY_MS);
  // An hour of yesterday evening and one of this morning are two dates, and no two days.
  return { celsius, days: Math.min(dates, Math.max(1, whole)) };
}

/**
 * The floor to go on with: of a week that the heating was off for most of, less is known than was before, and
 * the room is the same one.
 */
export const floorToKeep = (known: WeekFloor | null, week: WeekFloor, coldSpans: readonly object[]) =>
  known !== null && coldSpans.length > 0 && known.days > week.days ? known : week;

/** The lowest of some days, but for one day alone that was far below all others: a window stood open. */
function usualLow(lows: readonly number[]): number | null {
  const [lowest, next] = lows.toSorted((a, b) => a - b);
  if (lowest === undefined) return null;
  return next !== undefined && lows.length >= OUTLIER.daysMin && next - lowest > OUTLIER.kelvin
    ? next
    : lowest;
}

const OUTLIER = { daysMin: 4, kelvin: 1.5 } as const;

const hourOfDay = (at: Moment): number => Math.floor((at % DAY_MS) / HOUR_MS);

/** True if the room is heated, judged by its coldest temperature. */
export function isHeated(floor: WeekFloor | null | undefined): boolean {
  const known = knownHours(floor);
  const warm = known.filter((celsius) => celsius >= HEATED_CELSIUS);
  return known.length > 0 && warm.length >= HEATED_SHARE * known.length;
}
