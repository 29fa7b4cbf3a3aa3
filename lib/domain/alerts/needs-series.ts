import type { Placement } from "../../../schema/vocabulary.ts";
import { placementOf } from "../placement/placement.ts";
import type { Moment } from "../time.ts";
import { convert } from "../units.ts";
import { areAllBelow, heatedRooms } from "./heating/heated-rooms.ts";
import { untilStudyMs } from "./study-time.ts";
import type { TickDevice, TickFacts, TickSensor } from "./tick-facts.ts";

/** Warmer than this nothing freezes within hours, and no series is read. */
export const COLD_BELOW_CELSIUS = 16;

/** Places where it is cold all the time, or nothing is to be foreseen. */
const NEVER_FORESEEN: readonly Placement[] = ["freezer", "fridge", "outdoor", "greenhouse"];

/**
 * Names the sensors whose last hours a tick has to look at: cold temperature sensors, for how long they have;
 * heated rooms that are all colder than usual, for whether the heating stopped; and the kinds with an open
 * episode, for whether a sensor is stuck (its siblings are the witnesses); some times a day all thermometers,
 * for the same.
 */
export function needsSeries({ household, devices, states }: TickFacts, now: Moment): TickSensor[] {
  const enabled = devices.filter(({ device }) => device.enabled);
  const sensors = enabled.flatMap((each) => each.sensors);
  const foreseen = new Set(enabled.flatMap(foreseenOf));
  const open = new Set(states.filter(({ state }) => isOpen(state)).map(({ subject }) => subject));
  const watched = new Set(sensors.filter(({ id }) => open.has(id)).map(({ kind }) => kind));
  if (untilStudyMs(household.id, now) === 0) watched.add("temperature");
  const rooms = heatedRooms(devices, now);
  const isAsked = states.some(({ kind, state }) => kind === "heating_stopped" && isOpen(state));
  const heated = new Set(isAsked || areAllBelow(rooms) ? rooms.map(({ sensor }) => sensor.id) : []);
  return sensors.filter(
    (sensor) =>
      !sensor.isState && (foreseen.has(sensor) || watched.has(sensor.kind) || heated.has(sensor.id)),
  );
}

const foreseenOf = ({ device, sensors }: TickDevice): TickSensor[] =>
  sensors.filter((sensor) => isCold(sensor) && !NEVER_FORESEEN.includes(placementOf(sensor, device)));

const isOpen = (state: unknown): boolean =>
  typeof state === "object" && state !== null && "open" in state && state.open === true;

/** A temperature from which a space might freeze within hours. */
export function isCold({ kind, value, unit }: Pick<TickSensor, "kind" | "value" | "unit">): boolean {
  if (kind !== "temperature" || value === null || unit === null) return false;
  const celsius = convert(value, unit, "°C");
  return celsius !== null && celsius <= COLD_BELOW_CELSIUS;
}
