import type { HouseholdUnit } from "../../../schema/vocabulary.ts";
import { convert } from "../units.ts";

const NAMES_MAX = 3;

/** "A", "A and B", "A, B and C", "A, B, C and 2 more". */
export function listed(names: readonly string[]): string {
  const shown = names.slice(0, NAMES_MAX);
  const more = names.length - shown.length;
  const parts = more > 0 ? [...shown, `${more} more`] : shown;
  const last = parts.at(-1) ?? "";
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(", ")} and ${last}`;
}

/** A temperature in °C as the home's people read it, to one decimal. */
export function degrees(celsius: number, unit: HouseholdUnit): string {
  const shown = unit === "F" ? (convert(celsius, "°C", "°F") ?? celsius) : celsius;
  return `${Number(shown.toFixed(1)) + 0} °${unit}`;
}
