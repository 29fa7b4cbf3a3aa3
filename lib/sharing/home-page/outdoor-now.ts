import { localDate, localMidnight } from "../../jobs/report-periods.ts";
import { HOUR_MS } from "../../kernel/time.ts";

/** Outdoor temperatures as a look at the home last kept them: one an hour from `from` on. */
export type KeptOutdoor = { from: string; celsius: number[] };

/** In °C; `low` is the lowest of the night that is, or comes next, and null where its hours are not known. */
type OutdoorNow = { celsius: number; low: number | null };

const NIGHT_BEGINS_HOUR = 18;
const NIGHT_ENDS_HOUR = 9;

/** Null where nothing was kept, or what was kept has run out. */
export function outdoorNow(kept: KeptOutdoor | null, zone: string, now: Date): OutdoorNow | null {
  if (kept === null) return null;
  const from = Date.parse(kept.from);
  const hour = Math.floor((now.getTime() - from) / HOUR_MS);
  const celsius = kept.celsius[hour];
  if (celsius === undefined) return null;
  const { begins, ends } = nightOf(zone, now.getTime());
  const night = kept.celsius.filter((_, index) => {
    const at = from + index * HOUR_MS;
    return at >= Math.max(begins, from + hour * HOUR_MS) && at <= ends;
  });
  const isWhole = from + (kept.celsius.length - 1) * HOUR_MS >= ends;
  return { celsius, low: isWhole && night.length > 0 ? Math.min(...night) : null };
}

/** The night that lasts, or the next one, in the home's own time. */
function nightOf(zone: string, now: number): { begins: number; ends: number } {
  const today = localDate(zone, now);
  const hourOf = (days: number, hours: number) =>
    localMidnight(zone, { ...today, day: today.day + days }) + hours * HOUR_MS;
  const isEarly = now < hourOf(0, NIGHT_ENDS_HOUR);
  return isEarly
    ? { begins: hourOf(-1, NIGHT_BEGINS_HOUR), ends: hourOf(0, NIGHT_ENDS_HOUR) }
    : { begins: hourOf(0, NIGHT_BEGINS_HOUR), ends: hourOf(1, NIGHT_ENDS_HOUR) };
}
