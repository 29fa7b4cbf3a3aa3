import type { Placement } from "../../../../schema/vocabulary.ts";
import { placementOf } from "../../placement/placement.ts";
import { HOUR_MS, type Moment } from "../../time.ts";
import { convert } from "../../units.ts";
import { TRUST_LIMITS } from "../defaults.ts";
import type { DeviceFacts, SensorFacts } from "../facts.ts";
import { learnedIntervalMs } from "../usual-interval.ts";
import { floorAt, isHeated } from "./week-floor.ts";

const DAY_HOURS = 24;

/** Where a thermometer tells of the heating. */
const HEATED_PLACES: readonly Placement[] = ["room", "bathroom", "kitchen"];

/** Days of a week that are enough to know a room's floor well, and to know it at all; and the margin below it, in K. */
const FLOOR_LIMITS = { daysSure: 5, daysMin: 2, marginSure: 1, margin: 2 } as const;

/** A heated room's thermometer. `floor`: below it the room is colder than its week explains, margin included. */
export type HeatedRoom<S extends SensorFacts = SensorFacts> = {
  sensor: S;
  device: DeviceFacts;
  celsius: number;
  at: Moment;
  floor: number;
  isFresh: boolean;
};

/** The thermometers of the rooms that are heated, with what would be too cold for them in this hour. */
export function heatedRooms<S extends SensorFacts>(
  devices: readonly { device: DeviceFacts; sensors: readonly S[] }[],
  now: Moment,
): HeatedRoom<S>[] {
  return devices.flatMap(({ device, sensors }) =>
    device.enabled ? sensors.flatMap((sensor) => roomOf(device, sensor, now) ?? []) : [],
  );
}

/** What would be too cold for the room in any hour of the day, in °C; none for a place that is not heated. */
export function floorsOf(device: DeviceFacts, sensor: SensorFacts, now: Moment): number[] {
  const margin = marginOf(device, sensor);
  if (margin === null) return [];
  return Array.from({ length: DAY_HOURS }, (_, hour) => now + hour * HOUR_MS).flatMap((at) => {
    const usual = floorAt(sensor.weekFloor, at);
    return usual === null ? [] : [usual - margin];
  });
}

function roomOf<S extends SensorFacts>(device: DeviceFacts, sensor: S, now: Moment): HeatedRoom<S> | null {
  const { value, unit, at, weekFloor } = sensor;
  const [margin, usual] = [marginOf(device, sensor), floorAt(weekFloor, now)];
  if (margin === null || usual === null || value === null || unit === null || at === null) return null;
  const celsius = convert(value, unit, "°C");
  if (celsius === null) return null;
  return { sensor, device, celsius, at, floor: usual - margin, isFresh: isFresh(device, at, now) };
}

/** How far below its week the room may be, in K; null for one that is not heated, not believed or hardly known. */
function marginOf(device: DeviceFacts, sensor: SensorFacts): number | null {
  const { kind, unit, weekFloor } = sensor;
  const days = weekFloor?.days ?? 0;
  if (kind !== "temperature" || unit === null || days < FLOOR_LIMITS.daysMin || !isHeated(weekFloor))
    return null;
  if (isDoubted(sensor) || !HEATED_PLACES.includes(placementOf(sensor, device))) return null;
  return days >= FLOOR_LIMITS.daysSure ? FLOOR_LIMITS.marginSure : FLOOR_LIMITS.margin;
}

const isDoubted = ({ faultyAt, fault, stuckAt }: SensorFacts): boolean =>
  faultyAt !== null || (fault ?? null) !== null || (stuckAt ?? null) !== null;

function isFresh(device: DeviceFacts, at: Moment, now: Moment): boolean {
  const allowed = Math.max(
    TRUST_LIMITS.lateOnTickMs,
    TRUST_LIMITS.lateIntervals * (learnedIntervalMs(device) ?? 0),
  );
  return now - at <= allowed;
}

/** Whether every room that is heard of is below its floor, by the latest readings alone: then it is worth a closer look. */
export function areAllBelow(rooms: readonly HeatedRoom[]): boolean {
  const fresh = rooms.filter((room) => room.isFresh);
  return (
    fresh.length > 0 &&
    fresh.length * 2 >= rooms.length &&
    fresh.every(({ celsius, floor }) => celsius <= floor)
  );
}
