import type { HouseholdUnit, Placement } from "../../../schema/vocabulary.ts";
import { guessOf, type PlacedDevice, type PlacedSensor } from "../../devices/placement/placement.ts";
import { convert } from "../../kernel/units.ts";

/** A city's figures for a UTC day, of the homes that take part. Shares are 0 to 1, rounded to tenths. */
export type CityDay = {
  city: string;
  day: string;
  homes: number;
  powerShare: number;
  heatingShare: number;
  /** The lowest temperature in the homes' rooms, in whole °C; null if fewer than ten homes have a thermometer. */
  lowestCelsius: number | null;
};

export type ShownCity = Pick<CityDay, "city" | "day" | "homes"> & {
  withoutPower: number;
  withoutHeating: number;
  lowest: number | null;
  unit: "°F" | "°C";
};

/** Converts to a home's unit. Computes numbers of homes from the rounded shares, so that they reveal no more. */
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
    // Adding 0 turns -0, which rounding may return, into 0.
    lowest: lowest === null ? null : Math.round(lowest) + 0,
    unit,
  };
}

/** A home's thermometer, with its lowest reading of a day in its own unit. */
export type ColdSensor = PlacedSensor & { low: number; device: PlacedDevice };

/** Placements that are cold on purpose or by the weather. */
const NO_ROOM: readonly Placement[] = ["freezer", "fridge", "outdoor", "machine"];

/** False also for a guessed placement: a single freezer would be the coldest "room" of its city. */
const mayBeRoom = (sensor: ColdSensor): boolean =>
  !NO_ROOM.includes(sensor.placement ?? guessOf(sensor, sensor.device)?.placement ?? "room");

/** Returns the lowest room temperature in whole °C: a fraction could reveal whose it was. Null without rooms. */
export function coldestRoom(sensors: readonly ColdSensor[]): number | null {
  const rooms = sensors.filter(mayBeRoom);
  const lows = rooms.flatMap(({ low, unit }) => convert(low, unit ?? "°C", "°C") ?? []);
  return lows.length === 0 ? null : Math.round(Math.min(...lows)) + 0;
}
