import { HOUR_MS, type Moment } from "../../time.ts";
import { outdoorOf } from "../../time-to-freeze/outdoor.ts";
import type { Point } from "../../time-to-freeze/points.ts";

/** A room when it was last heard of. `tauHours`: how it cooled before; null where nobody knows. */
export type LastHeard = { at: Moment; celsius: number; tauHours: number | null };

/**
 * Three of four homes cool more slowly than this, in hours (`USUAL_TAU`); one that has shown how it cools may be faster
 * by so much.
 */
const QUICK_TAU_HOURS = 16;
const FASTER_BY = 0.75;
/** A forecast may be off by so much, and where there is none it is as cold as that. In °C. */
const COLDER_BY = 2;
const COLDEST_CELSIUS = -18;
const HORIZON_HOURS = 168;
const STEP_HOURS = 0.5;

/**
 * When the first room may be at 32 °F if the heating stopped the moment after each was last heard of; null where it does
 * not get cold enough outside within a week. On the early side: by a home that cools quickly, and a colder outdoors.
 */
export function earliestFreeze(rooms: readonly LastHeard[], outdoor: readonly Point[]): Moment | null {
  const moments = rooms.flatMap((room) => earliestOf(room, outdoor) ?? []);
  return moments.length === 0 ? null : Math.min(...moments);
}

function earliestOf({ at, celsius, tauHours }: LastHeard, outdoor: readonly Point[]): Moment | null {
  const tau = tauHours === null ? QUICK_TAU_HOURS : tauHours * FASTER_BY;
  const outside = outdoorOf(outdoor);
  const kept = Math.exp(-STEP_HOURS / tau);
  let own = celsius;
  if (own <= 0) return at;
  for (let hours = 0; hours < HORIZON_HOURS; hours += STEP_HOURS) {
    const middle = at + (hours + STEP_HOURS / 2) * HOUR_MS;
    const towards = outside === null ? COLDEST_CELSIUS : outside.at(middle) - COLDER_BY;
    own = towards + (own - towards) * kept;
    if (own <= 0) return at + hours * HOUR_MS;
  }
  return null;
}
