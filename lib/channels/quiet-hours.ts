import type { AlertKind, Severity } from "../../schema/vocabulary.ts";
import { MINUTE_MS, type Moment, wallClockMs } from "../kernel/time.ts";

const DAY_MINUTES = 24 * 60;
/** The most that a time zone's clock has ever moved within one night, in either direction. */
const SHIFT_MINUTES_MAX = 24 * 60;

/** True for alerts that snooze and quiet hours don't hold back. */
export const breaksThrough = (kind: AlertKind, severity: Severity | null): boolean =>
  kind === "leak" || severity === "critical";

/** A person's quiet hours: `HH:MM` to `HH:MM` in an IANA time zone, past midnight if `to` is the earlier. */
export type QuietHours = { from: string; to: string; timeZone: string };

/**
 * Returns when a notice may reach the person: now, or the end of the current quiet hours. Critical alerts and leaks
 * never wait.
 */
export function sendAt(hours: QuietHours | null, kind: AlertKind, severity: Severity, now: Moment): Moment {
  if (hours === null || breaksThrough(kind, severity)) return now;
  return quietEnd(hours, now) ?? now;
}

/**
 * Returns the end of the quiet hours around `now`, or null outside them and for an unknown time zone. Also correct on
 * days when the clocks change.
 */
export function quietEnd({ from, to, timeZone }: QuietHours, now: Moment): Moment | null {
  const [begin, end] = [minutesOf(from), minutesOf(to)];
  if (begin === null || end === null || begin === end) return null;
  const local = (at: Moment): number => Math.floor(wallClockMs(timeZone, at) / MINUTE_MS) % DAY_MINUTES;
  const isQuiet = (at: Moment): boolean => {
    const minutes = local(at);
    return begin < end ? minutes >= begin && minutes < end : minutes >= begin || minutes < end;
  };
  try {
    if (!isQuiet(now)) return null;
  } catch {
    return null;
  }
  const minute = Math.floor(now / MINUTE_MS) * MINUTE_MS;
  let at = minute;
  // If the clock changes before the expected end, another, shorter jump is needed.
  while (isQuiet(at) && at - minute < SHIFT_MINUTES_MAX * MINUTE_MS)
    at += ((end - local(at) + DAY_MINUTES) % DAY_MINUTES) * MINUTE_MS;
  // In spring the clock may skip the end: then the first minute after quiet hours is earlier.
  while (!isQuiet(at - MINUTE_MS)) at -= MINUTE_MS;
  return at;
}

const minutesOf = (text: string): number | null => {
  const match = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text);
  return match === null ? null : Number(match[1]) * 60 + Number(match[2]);
};
