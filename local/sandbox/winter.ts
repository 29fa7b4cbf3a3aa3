import { DAY_MS, HOUR_MS } from "../../lib/kernel/time.ts";

/**
 * °C at the equator, what each degree of latitude takes away, and how far a day strays from that. A mild
 * winter: a demo home is quiet until somebody makes it cold.
 */
const EQUATOR_C = 24;
const PER_LATITUDE_C = 0.36;
const DAY_TO_DAY_C = 5;
const DAY_SWING_C = 3.5;
/** Coldest before sunrise, by the sun and not by the clock. */
const COLDEST_HOUR = 6;
const DEGREES_PER_HOUR = 15;

/** A winter's temperature at a place and time: the same whenever it is asked, gliding from day to day. */
export function winterTemperature(latitude: number, longitude: number, at: Date): number {
  const day = Math.floor(at.getTime() / DAY_MS);
  const share = (at.getTime() % DAY_MS) / DAY_MS;
  const stray =
    strayOf(latitude, longitude, day) * (1 - share) + strayOf(latitude, longitude, day + 1) * share;
  const solarHour = (at.getTime() % DAY_MS) / HOUR_MS + longitude / DEGREES_PER_HOUR;
  const swing = -Math.cos(((solarHour - COLDEST_HOUR) / 24) * 2 * Math.PI) * DAY_SWING_C;
  const mean = EQUATOR_C - PER_LATITUDE_C * Math.abs(latitude);
  return Math.round((mean + stray * DAY_TO_DAY_C + swing) * 10) / 10;
}

/** −1 to 1, by place (0.1°) and day. */
function strayOf(latitude: number, longitude: number, day: number): number {
  const text = `${latitude.toFixed(1)}/${longitude.toFixed(1)}/${day}`;
  let hash = 2_166_136_261;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619);
  hash = Math.imul(hash ^ (hash >>> 15), 2_246_822_507);
  return ((hash ^ (hash >>> 13)) >>> 0) / 2_147_483_647.5 - 1;
}
