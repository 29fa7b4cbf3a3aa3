import { HOUR_MS, type Moment } from "../../time.ts";
import { outdoorOf } from "../../time-to-freeze/outdoor.ts";
import type { Point } from "../../time-to-freeze/points.ts";
import type { Course } from "./falling.ts";

/** What the weather did to a room since it began to fall as it does, in K. */
export type WeatherShare = {
  /** Kelvin that it got colder outdoors: from the warmest of the hours before to the coldest since. */
  outdoorFell: number;
  /** How much warmer than outdoors the room was when it began to fall. */
  warmerBy: number;
};

/** A wall passes on the outdoors hours later. */
const BEFORE_HOURS = 6;
const STEP_MS = HOUR_MS / 2;

/** Null where nobody knows the outdoors. */
export function weatherShareOf(course: Course, outdoor: readonly Point[], now: Moment): WeatherShare | null {
  const known = outdoorOf(outdoor);
  if (known === null) return null;
  const before = celsiusBetween(known.at, course.since - BEFORE_HOURS * HOUR_MS, course.since);
  const since = celsiusBetween(known.at, course.since, now);
  return {
    outdoorFell: Math.max(0, Math.max(...before) - Math.min(...since)),
    warmerBy: course.celsius + course.fell - known.at(course.since),
  };
}

function celsiusBetween(at: (moment: Moment) => number, from: Moment, to: Moment): number[] {
  const steps = Math.max(1, Math.ceil((to - from) / STEP_MS));
  return Array.from({ length: steps + 1 }, (_, step) => at(Math.min(to, from + step * STEP_MS)));
}

/** A room may fall so much further than the outdoors: wind, a window. In K. */
const BEYOND_KELVIN = 1.5;
/** After so long without a rise, a loss of this share of the difference is asked about in any weather. */
const LONG = { hours: 6, share: 0.1 } as const;

/**
 * Whether a heating that gives all it can explains the fall. It keeps a room warmer than the outdoors by as
 * much as before, so the room falls no further than they do. A dead one lets it fall whatever the weather.
 */
export function isWeatherEnough({ fell, since }: Course, weather: WeatherShare | null, now: Moment): boolean {
  if (weather === null || fell > weather.outdoorFell + BEYOND_KELVIN) return false;
  const isLong = now - since >= LONG.hours * HOUR_MS;
  return !(isLong && fell > LONG.share * weather.warmerBy);
}
