import type { Placement } from "../../../schema/vocabulary.ts";
import { guessOf, type PlacedDevice, type PlacedSensor } from "../placement/placement.ts";
import { convert } from "../units.ts";

/** A thermometer of a home, and the lowest that it read in a day, in its own unit. */
export type ColdSensor = PlacedSensor & { low: number; device: PlacedDevice };

/** Places that are cold by intent, or by the weather. */
const NO_ROOM: readonly Placement[] = ["freezer", "fridge", "outdoor"];

/** What only seems to be a freezer is left out too: one of them would be the coldest "room" of its city. */
const mayBeRoom = (sensor: ColdSensor): boolean =>
  !NO_ROOM.includes(sensor.placement ?? guessOf(sensor, sensor.device)?.placement ?? "room");

/**
 * The lowest temperature of a room, in whole °C: a fraction could tell whose it was. Null where there is
 * none.
 */
export function coldestRoom(sensors: readonly ColdSensor[]): number | null {
  const rooms = sensors.filter(mayBeRoom);
  const lows = rooms.flatMap(({ low, unit }) => convert(low, unit ?? "°C", "°C") ?? []);
  // Adding 0 turns the -0 that rounding may leave into 0.
  return lows.length === 0 ? null : Math.round(Math.min(...lows)) + 0;
}
