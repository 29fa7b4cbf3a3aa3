import type { Quantity } from "../../alerts/evidence.ts";
import type { DayBars } from "../mail/day-bars.ts";
import type { LastDay } from "./last-day.ts";
import { valueText } from "./notice-view.ts";

/** Fewer hours show nothing that the words do not say. */
const HOURS_MIN = 4;

/** A small picture of the sensor's last day; undefined where there is none to show. */
export function pictureOf(
  lastDay: LastDay | null,
  temperatureUnit: "°F" | "°C",
  reading: Quantity | null = null,
): DayBars | undefined {
  if (lastDay === null || lastDay.unit === null) return undefined;
  const { unit, hours } = lastDay;
  const known = hours.filter((value) => value !== null);
  if (known.length < HOURS_MIN) return undefined;
  // The bars are means of hours: what was just read may lie beyond them.
  const latest = reading?.unit === unit && known.length > 0 ? [reading.value] : [];
  const seen = [...known, ...latest];
  const spoken = (value: number): string => valueText({ value, unit }, temperatureUnit);
  const [low, high] = [spoken(Math.min(...seen)), spoken(Math.max(...seen))];
  const between = low === high ? `at ${low}` : `between ${low} and ${high}`;
  return { values: hours, caption: `The last ${hours.length} hours: ${between}` };
}
