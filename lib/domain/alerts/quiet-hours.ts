import type { AlertKind, Severity } from "../../../schema/vocabulary.ts";
import { MINUTE_MS, type Moment } from "../time.ts";
import { breaksThrough } from "./quiet.ts";

/**
 * A person's nightly rest: `HH:MM` to `HH:MM` (past midnight where `to` is the earlier) in an IANA time zone.
 */
export type QuietHours = { from: string; to: string; timeZone: string };

const DAY_MINUTES = 24 * 60;
/** A zone's clock has moved by at most so much, in either direction, within one night. */
const SHIFT_MINUTES_MAX = 24 * 60;

/**
 * When a notice may reach the person: now, or the end of the quiet hours that `now` falls in. A critical
 * alert and a leak never wait.
 */
export function sendAt(hours: QuietHours | null, kind: AlertKind, severity: Severity, now: Moment): Moment {
  if (hours === null || breaksThrough(kind, severity)) return now;
  return quietEnd(hours, now) ?? now;
}

/**
 * The end of the quiet hours around `now`; null outside them. Right on the days when the clocks change, too.
 */
export function quietEnd(hours: QuietHours, now: Moment): Moment | null {
  const [from, to] = [minutesOf(hours.from), minutesOf(hours.to)];
  if (from === null || to === null || from === to) return null;
  const isQuiet = quietTest(from, to);
  const local = localClock(hours.timeZone);
  if (local === null || !isQuiet(local(now))) return null;
  return firstLoudMinute(isQuiet, local, now, to);
}

const minutesOf = (text: string): number | null => {
  const match = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text);
  return match === null ? null : Number(match[1]) * 60 + Number(match[2]);
};

const quietTest =
  (from: number, to: number) =>
  (minutes: number): boolean =>
    from < to ? minutes >= from && minutes < to : minutes >= from || minutes < to;

/** Minutes since midnight on the wall clock of a zone; null for a zone that nobody knows. */
function localClock(timeZone: string): ((at: Moment) => number) | null {
  try {
    const format = new Intl.DateTimeFormat("en-GB", {
      timeZone,
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    });
    return (at) => {
      const [hour, minute] = format.format(at).split(":").map(Number);
      return Number(hour) * 60 + Number(minute);
    };
  } catch {
    return null;
  }
}

/**
 * Jumps from a quiet minute to where the end should be and looks again: a clock that was moved meanwhile needs
 * another, shorter jump.
 */
function firstLoudMinute(
  isQuiet: (minutes: number) => boolean,
  local: (at: Moment) => number,
  now: Moment,
  to: number,
): Moment {
  const minute = Math.floor(now / MINUTE_MS) * MINUTE_MS;
  let at = minute;
  while (isQuiet(local(at)) && at - minute < SHIFT_MINUTES_MAX * MINUTE_MS) {
    const left = (to - local(at) + DAY_MINUTES) % DAY_MINUTES;
    at += left * MINUTE_MS;
  }
  // In spring the clock may have jumped over the end: then the first loud minute lies before.
  while (!isQuiet(local(at - MINUTE_MS))) at -= MINUTE_MS;
  return at;
}
