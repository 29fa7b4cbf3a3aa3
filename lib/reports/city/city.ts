import type { HouseholdUnit, Placement } from "../../../schema/vocabulary.ts";
import { guessOf, type PlacedDevice, type PlacedSensor } from "../../devices/placement/placement.ts";
import { convert } from "../../kernel/units.ts";

/** What the homes of a city that take part went through on a UTC day. Shares are of the homes, 0 to 1, to the tenth. */
export type CityDay = {
  city: string;
  day: string;
  homes: number;
  powerShare: number;
  heatingShare: number;
  /** The lowest temperature in their rooms, in whole °C; null where fewer than ten homes measure one. */
  lowestCelsius: number | null;
};

export type ShownCity = Pick<CityDay, "city" | "day" | "homes"> & {
  withoutPower: number;
  withoutHeating: number;
  lowest: number | null;
  unit: "°F" | "°C";
};

/** For a home that reads °F or °C. The counts of homes follow from the shares, and are as rough as those. */
export function shownCity(
  { powerShare, heatingShare, lowestCelsius, ...day }: CityDay,
  homeUnit: HouseholdUnit,
): ShownCity {
  const unit = homeUnit === "C" ? "°C" : "°F";
  const lowest = lowestCelsius === null ? null : convert(lowestCelsius, "°C", unit);
  return {
    ...day,
    withoutPower: Math.round(powerShare * day.homes),
    withoutHeating: Math.round(heatingShare * day.homes),
    // Adding 0 turns the -0 that rounding may leave into 0.
    lowest: lowest === null ? null : Math.round(lowest) + 0,
    unit,
  };
}

/** A thermometer of a home, and the lowest that it read in a day, in its own unit. */
export type ColdSensor = PlacedSensor & { low: number; device: PlacedDevice };

/** Places that are cold by intent, or by the weather. */
const NO_ROOM: readonly Placement[] = ["freezer", "fridge", "outdoor", "machine"];

/** What only seems to be a freezer is left out too: one of them would be the coldest "room" of its city. */
const mayBeRoom = (sensor: ColdSensor): boolean =>
  !NO_ROOM.includes(sensor.placement ?? guessOf(sensor, sensor.device)?.placement ?? "room");

/** The lowest temperature of a room, in whole °C: a fraction could tell whose it was. Null where there is none. */
export function coldestRoom(sensors: readonly ColdSensor[]): number | null {
  const rooms = sensors.filter(mayBeRoom);
  const lows = rooms.flatMap(({ low, unit }) => convert(low, unit ?? "°C", "°C") ?? []);
  return lows.length === 0 ? null : Math.round(Math.min(...lows)) + 0;
}
