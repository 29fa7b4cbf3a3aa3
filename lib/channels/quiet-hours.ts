import type { AlertKind, Severity } from "../../schema/vocabulary.ts";
import { MINUTE_MS, type Moment, wallClockMs } from "../kernel/time.ts";

const DAY_MINUTES = 24 * 60;
/** A zone's clock has moved by at most so much, in either direction, within one night. */
const SHIFT_MINUTES_MAX = 24 * 60;

/** What no snooze and no quiet hours hold back. */
export const breaksThrough = (kind: AlertKind, severity: Severity | null): boolean =>
  kind === "leak" || severity === "critical";

/** A person's nightly rest: `HH:MM` to `HH:MM` (past midnight where `to` is the earlier) in an IANA time zone. */
export type QuietHours = { from: string; to: string; timeZone: string };

/**
 * When a notice may reach the person: now, or the end of the quiet hours that `now` falls in. A critical
 * alert and a leak never wait.
 */
export function sendAt(hours: QuietHours | null, kind: AlertKind, severity: Severity, now: Moment): Moment {
  if (hours === null || breaksThrough(kind, severity)) return now;
  return quietEnd(hours, now) ?? now;
}

/**
 * The end of the quiet hours around `now`; null outside them, and in a zone that nobody knows. Right on the days when
 * the clocks change, too.
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
  // Where the clock was changed meanwhile, the jump to the expected end needs another, shorter one.
  while (isQuiet(at) && at - minute < SHIFT_MINUTES_MAX * MINUTE_MS)
    at += ((end - local(at) + DAY_MINUTES) % DAY_MINUTES) * MINUTE_MS;
  // In spring the clock may have jumped over the end: then the first loud minute lies before.
  while (!isQuiet(at - MINUTE_MS)) at -= MINUTE_MS;
  return at;
}

const minutesOf = (text: string): number | null => {
  const match = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text);
  return match === null ? null : Number(match[1]) * 60 + Number(match[2]);
};
