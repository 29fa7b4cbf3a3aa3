import type { Moment } from "../alerts/evidence.ts";
import { HOUR_MS } from "./points.ts";

const STEP_HOURS = 0.25;
/** Further ahead nobody knows the weather, and there is time enough to ask again. */
export const HORIZON_HOURS = 240;

export type Drive = {
  outdoor: (at: Moment) => number;
  offset: number;
  tauHours: number;
  draught: number;
};

/** The temperature a step further, exact for a constant outside. */
function next(celsius: number, at: Moment, drive: Drive): number {
  const outside = drive.outdoor(at + (STEP_HOURS / 2) * HOUR_MS) + drive.offset;
  return outside + (celsius - outside) * Math.exp(-STEP_HOURS / drive.tauHours);
}

/** What the sensor reads in a home of that temperature. */
const felt = (celsius: number, at: Moment, { draught, outdoor }: Drive): number =>
  (1 - draught) * celsius + draught * outdoor(at);

/** Hours from `at` until what the sensor reads falls to `limit` (°C), stepping along the forecast; ∞ where it does not. */
export function hoursUntil(limit: number, from: number, at: Moment, drive: Drive): number {
  let [own, celsius] = [from, felt(from, at, drive)];
  if (celsius <= limit) return 0;
  for (let hours = 0; hours < HORIZON_HOURS; hours += STEP_HOURS) {
    own = next(own, at + hours * HOUR_MS, drive);
    const later = felt(own, at + (hours + STEP_HOURS) * HOUR_MS, drive);
    if (later <= limit) return hours + (STEP_HOURS * (celsius - limit)) / (celsius - later);
    celsius = later;
  }
  return Number.POSITIVE_INFINITY;
}

/** The temperature at every full hour from `at`, `hours` of them, for the low of an unheated space. */
export function hourlyAhead(
  from: number,
  at: Moment,
  hours: number,
  drive: Drive,
): { at: Moment; celsius: number }[] {
  let celsius = from;
  return Array.from({ length: hours }, (_, hour) => {
    for (let step = 0; step < 1; step += STEP_HOURS) {
      celsius = next(celsius, at + (hour + step) * HOUR_MS, drive);
    }
    const then = at + (hour + 1) * HOUR_MS;
    return { at: then, celsius: felt(celsius, then, drive) };
  });
}
