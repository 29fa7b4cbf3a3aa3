import { HOUR_MS, type Moment } from "../kernel/time.ts";
import type { EpisodeState } from "./episode.ts";
import { valueIn } from "./follow.ts";
import type { SensorInput } from "./sensor-input.ts";
import type { Course } from "./verdict.ts";

/** What is frozen when it is first heard of was so before: a freezer, the outdoors, or pipes that nobody can save. */
const FROZEN_CELSIUS = 0;
/** As warm as a room for longer than the sun shines into a greenhouse: from then on it is watched as one. */
const ROOM_CELSIUS = 10;
const WARM_MS = 6 * HOUR_MS;
/** By then its hours say what kind of place it is. */
const UNKNOWN_MS = 48 * HOUR_MS;

/**
 * Notes that a place which may always be so cold was frozen at its very first reading, and forgets it once more is known
 * of the place, it has been warm, or two days are over.
 */
export function withFoundCold(state: EpisodeState, input: SensorInput, now: Moment): EpisodeState {
  const celsius = input.reading === null ? null : valueIn(input.reading, "°C");
  if (celsius === null) return state;
  const found = state.foundCold ?? null;
  if (found === null) {
    const isFound =
      input.isFirst === true &&
      input.mayBeAlwaysCold === true &&
      state.episode === 0 &&
      celsius <= FROZEN_CELSIUS;
    return isFound ? { ...state, foundCold: { at: now, warmSince: null } } : state;
  }
  const warmSince = celsius < ROOM_CELSIUS ? null : (found.warmSince ?? now);
  const isWarm = warmSince !== null && now - warmSince >= WARM_MS;
  if (isWarm || input.mayBeAlwaysCold !== true || now - found.at >= UNKNOWN_MS)
    return { ...state, foundCold: null };
  return warmSince === found.warmSince ? state : { ...state, foundCold: { ...found, warmSince } };
}

export const isFoundCold = ({ foundCold }: EpisodeState): boolean => (foundCold ?? null) !== null;

/** It is told of once: no reminder, nothing of its getting colder, of its noon or of the night after. */
export const toldOnce: Pick<Course, "remind" | "worseBy" | "reopenQuietMs" | "tellsEnd"> = {
  remind: null,
  worseBy: null,
  reopenQuietMs: UNKNOWN_MS,
  tellsEnd: false,
};
