import { MINUTE_MS, type Moment } from "../../kernel/time.ts";

const SHAPE = {
  weekday: "short",
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZoneName: "short",
} as const satisfies Intl.DateTimeFormatOptions;

/** `Sat, Jan 16, 3:05 AM EST` on the wall clock of the zone; of UTC where nobody knows the zone. */
export function timeText(at: Moment, timeZone: string): string {
  return plainSpaces(format(SHAPE, timeZone).format(at));
}

/** `3:05 AM`, for where every character counts. */
export const clockText = (at: Moment, timeZone: string): string =>
  plainSpaces(format({ hour: "numeric", minute: "2-digit" }, timeZone).format(at));

/** `Sat`. */
export const weekdayText = (at: Moment, timeZone: string): string =>
  format({ weekday: "short" }, timeZone).format(at);

function format(shape: Intl.DateTimeFormatOptions, timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat("en-US", { ...shape, timeZone });
  } catch {
    return new Intl.DateTimeFormat("en-US", { ...shape, timeZone: "UTC" });
  }
}

/** Newer ICU puts a narrow no-break space before AM, which a text message would pay for. */
const plainSpaces = (text: string): string => text.replace(/[\u00a0\u202f]/g, " ");

/** `45 min`, `2 h 10 min`, `3 d 4 h`. */
export function durationText(ms: number): string {
  const minutes = Math.max(0, Math.round(ms / MINUTE_MS));
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60), minutes % 60];
  if (days > 0) return hours > 0 ? `${days} d ${hours} h` : `${days} d`;
  if (hours > 0) return rest > 0 ? `${hours} h ${rest} min` : `${hours} h`;
  return minutes === 0 ? "less than a minute" : `${minutes} min`;
}
