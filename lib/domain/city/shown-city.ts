import type { HouseholdUnit } from "../../../schema/vocabulary.ts";
import { convert } from "../units.ts";

/**
 * What the homes of a city that take part went through on a UTC day. Shares are of the homes, 0 to 1, to the
 * tenth.
 */
export type CityDay = {
  city: string;
  day: string;
  homes: number;
  freezeShare: number;
  outageShare: number;
  powerShare: number;
  heatingShare: number;
  /** The lowest temperature in their rooms, in whole °C; null where fewer than ten homes measure one. */
  lowestCelsius: number | null;
};

export type ShownCity = {
  city: string;
  day: string;
  homes: number;
  freeze_share: number;
  outage_share: number;
  without_power: number;
  without_heating: number;
  lowest_temperature: number | null;
  unit: "°F" | "°C";
};

/** For a home that reads °F or °C. The counts of homes follow from the shares, and are as rough as those. */
export function shownCity(day: CityDay, homeUnit: HouseholdUnit): ShownCity {
  const unit = homeUnit === "C" ? "°C" : "°F";
  const lowest = day.lowestCelsius === null ? null : convert(day.lowestCelsius, "°C", unit);
  return {
    city: day.city,
    day: day.day,
    homes: day.homes,
    freeze_share: day.freezeShare,
    outage_share: day.outageShare,
    without_power: Math.round(day.powerShare * day.homes),
    without_heating: Math.round(day.heatingShare * day.homes),
    lowest_temperature: lowest === null ? null : Math.round(lowest) + 0,
    unit,
  };
}
