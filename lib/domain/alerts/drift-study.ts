import { dayNumber } from "../history/utc-day.ts";
import { DAY_MS, type Moment } from "../time.ts";
import { convert } from "../units.ts";
import { type DayMeans, DRIFT_LIMITS, driftOf, stillDrifted, USUAL_DAYS } from "./drift.ts";
import type { DriftFound } from "./facts.ts";
import { isRoom } from "./heating/heated-rooms.ts";
import { isDayStudied } from "./study-time.ts";
import type { TickDevice, TickFacts, TickSensor } from "./tick-facts.ts";

/** A sensor's daily means in its own unit, by the day's number. */
export type DaysOf = ReadonlyMap<string, DayMeans>;

/** Whose daily means a look needs, from which day on and before which. */
export type WantedDays = { sensors: TickSensor[]; from: number; to: number };

/** A drift is remembered for so long: what was before it is then too long ago to say what is usual. */
const REMEMBERED_DAYS = 120;

/**
 * The thermometers of a home's rooms, once a day and while one of them has drifted. Elsewhere the weather or the
 * ground moves each place in its own way.
 */
export function needsDays({ household, devices }: TickFacts, now: Moment): WantedDays {
  const sensors = devices.flatMap((device) => (device.device.enabled ? roomsOf(device) : []));
  const hasDrifted = sensors.some(({ fault }) => fault === "drifted");
  const isWanted = sensors.length > DRIFT_LIMITS.peersMin && (hasDrifted || isDayStudied(household.id, now));
  const daysBack = hasDrifted ? REMEMBERED_DAYS : Math.max(...DRIFT_LIMITS.windows);
  const today = dayNumber(now);
  return { sensors: isWanted ? sensors : [], from: today - daysBack, to: today };
}

const roomsOf = ({ device, sensors }: TickDevice): TickSensor[] =>
  sensors.filter((sensor) => sensor.kind === "temperature" && sensor.unit !== null && isRoom(sensor, device));

/** The devices with what was found of the sensors that were looked at, and what is remembered of others. */
export function withDrift(devices: readonly TickDevice[], days: DaysOf, now: Moment): TickDevice[] {
  const looked = devices.flatMap(roomsOf).filter(({ id }) => days.has(id));
  const means = new Map(looked.map((sensor) => [sensor.id, celsiusOf(sensor, days.get(sensor.id))]));
  const peersOf = (sensor: TickSensor): DayMeans[] =>
    looked.flatMap((other) => {
      const known = means.get(other.id);
      return other.id === sensor.id || !isSound(other) || known === undefined ? [] : [known];
    });
  return devices.map(({ device, sensors }) => ({
    device,
    sensors: sensors.map((sensor) => {
      const own = means.get(sensor.id);
      const drift = own === undefined ? remembered(sensor) : found(sensor, own, peersOf(sensor), now);
      return { ...sensor, drift };
    }),
  }));
}

const isSound = ({ faultyAt, fault }: TickSensor): boolean => faultyAt === null && (fault ?? null) === null;

/** Between two studies it is as the last one found it. */
export const remembered = ({
  fault,
  faultySince,
}: Pick<TickSensor, "fault" | "faultySince">): DriftFound | null =>
  fault === "drifted" && faultySince !== null && faultySince !== undefined
    ? { since: faultySince, kelvin: null }
    : null;

function found(sensor: TickSensor, own: DayMeans, peers: DayMeans[], now: Moment): DriftFound | null {
  const [known, today] = [remembered(sensor), dayNumber(now)];
  const isRecent = known !== null && today - dayNumber(known.since) + USUAL_DAYS.from <= REMEMBERED_DAYS;
  const drift = isRecent
    ? stillDrifted(own, peers, dayNumber(known.since), today)
    : driftOf(own, peers, today);
  return drift === null ? null : { since: drift.since * DAY_MS, kelvin: drift.kelvin };
}

const celsiusOf = ({ unit }: TickSensor, days: DayMeans = new Map()): DayMeans =>
  new Map(
    [...days].flatMap(([day, value]) => {
      const celsius = unit === null ? null : convert(value, unit, "°C");
      return celsius === null ? [] : [[day, celsius] as const];
    }),
  );
