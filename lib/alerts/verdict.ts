import type { AlertKind, DeviceType, Severity } from "../../schema/vocabulary.ts";
import { offlineAfterMs } from "../devices/device-status.ts";
import { HOUR_MS, type Moment } from "../kernel/time.ts";
import type { Cadence, CloseReason, EpisodeState } from "./episode.ts";
import { isOnVacation, type Quiet } from "./quiet/quiet.ts";
import type { Evidence, Limit, Reason } from "./reason.ts";
import {
  expectedIntervalMs,
  gapsBetween,
  type Heard,
  lostAmong,
  momentsHeard,
  postsOf,
  usualIntervalMs,
} from "./rhythm.ts";
import type { OutageSettings, SettingsOf } from "./settings.ts";

/** What a rule makes of its input, before the episode is considered. */
export type Verdict = Measured | Unknown | { is: "over"; reason: CloseReason };

type Unknown = {
  is: "unknown";
  why: Reason;
  /** The time of the reading that is not believed until it is repeated. */
  doubted?: Moment;
};

export type Measured = {
  is: "measured";
  /** How bad it is by the limits themselves; null for not at all. Opens and worsens. */
  severity: Severity | null;
  /** How bad it still counts as, hysteresis included; null on the good side. Eases and closes. */
  holds: Severity | null;
  badness: number;
  /** It is so far past the limit that one reading is enough to open. */
  isClear?: boolean;
  /**
   * Told again whenever a higher rung is reached (hours left crossing 3). 0 where there is no ladder.
   */
  rung: number;
  evidence: Evidence;
  limit: Limit | null;
  why: Reason;
  /** Subjects of other alerts that this one speaks for once it is notified; absent for none. */
  about?: readonly string[];
  /** When the evidence stops to stand: now for a state, a while past its time for a measure. */
  provenUntil: Moment;
};

/** `quietMs`: as long after the last word of its home, too, as after the step before. */
export type Reminder = { at: Moment; quietMs: number; cadence: Cadence | null };

/** How the episodes of a kind run. */
export type Course = {
  /** The condition has to hold this long before an episode opens. */
  forMs: number;
  /** One reading opens once it has stood for so long, a second one at once; 0 for an opening by the first. */
  sureMs: number;
  /** What closes (or eases) it: so many readings on the good side, over so long. */
  closing: { readings: number; ms: number };
  /** The next reminder by the state at hand; null for none. */
  remind: Reminder | null;
  /** A new episode within this time of the last notice isn't notified before it is over, unless it is graver. */
  reopenQuietMs: number;
  /** An increase in badness of this much over the notified (or acknowledged) value is news; null for never. */
  worseBy: number | null;
  /** True if the end is notified: not where nobody waits for it. */
  tellsEnd: boolean;
  /** For how long what comes back and ends by itself is a habit (`HABIT_MS`); null for a kind that has none. */
  habitMs: number | null;
};

/** True if the sensor's readings count, and since when they don't. */
export type Trust = { is: "ok" } | { is: "faulty" | "stuck"; since: Moment };

/** What a rule makes of an alert: how it is now, and how its episodes run as far as that is not as usual. */
export type Ruled = {
  verdict: Verdict;
  course?: Partial<Course>;
  /** Where the rule has noted something in it. */
  state?: EpisodeState;
  /** Where others are in force than those that it was asked by. */
  settings?: SettingsOf[AlertKind];
  /** What the rule notes and tells once the episode has moved. */
  settle?: (moved: EpisodeState) => { state: EpisodeState; damp?: Verdict };
};

/** Around every judgement. */
export type Scene = {
  kind: AlertKind;
  subject: string;
  quiet: Quiet;
  trust: Trust;
  settings: SettingsOf[AlertKind];
};

const YEAR_MS = 365 * 24 * HOUR_MS;

const GRACE_LIMITS = {
  /** Nothing is notified about a device before it has sent this many posts … */
  intervalsMin: 12,
  /** … unless it has been silent for this long, and for so many times the longest silence known. */
  unknownMs: 6 * HOUR_MS,
  unknownTimes: 3,
  /** A device with a single post may be one that posts once a day. */
  heardOnceMs: 25 * HOUR_MS,
  /** In this many years, expect at most one run of lost posts that is long enough for a message. */
  yearsPerFalseOutage: 12,
  /** No device is waited for any longer, unless it speaks as rarely as that. */
  maxMs: 24 * HOUR_MS,
} as const;

/** What is known of a device's habits. */
type Habits = Heard & { type: DeviceType };

/**
 * The silence that counts as an outage, in milliseconds: the device's own grace, or else as many intervals as its
 * lost posts are likely to span by chance. It is never notified before the device is offline, except on vacation,
 * which halves it, and where somebody set a grace by hand.
 */
export function graceMs(habits: Habits, settings: OutageSettings, quiet: Quiet, now: Moment): number {
  const factor = isOnVacation(quiet, now) ? settings.vacationGraceFactor : 1;
  if (settings.graceMs !== null) return settings.graceMs * factor;
  const gaps = gapsBetween(postsOf(momentsHeard(habits)));
  const interval = expectedIntervalMs(habits.type, usualIntervalMs(momentsHeard(habits)));
  const least = offlineAfterMs(interval, settings) * factor;
  if (gaps.length < GRACE_LIMITS.intervalsMin) return Math.max(least, untilKnown(gaps));
  const longest = Math.max(GRACE_LIMITS.maxMs, least);
  return Math.min(longest, Math.max(least, interval === null ? 0 : lossGraceMs(gaps, interval)));
}

/** The shortest grace that any habits can come to. */
export function shortestGraceMs(settings: OutageSettings, quiet: Quiet, now: Moment): number {
  const factor = isOnVacation(quiet, now) ? settings.vacationGraceFactor : 1;
  return (settings.graceMs ?? settings.graceMinMs) * factor;
}

function untilKnown(gaps: readonly number[]): number {
  const { unknownMs, unknownTimes, heardOnceMs } = GRACE_LIMITS;
  return gaps.length === 0 ? heardOnceMs : Math.max(unknownMs, unknownTimes * Math.max(...gaps));
}

/**
 * Posts get lost one by one; of all runs of lost posts in some years at most one is to be as long as this. The share is
 * estimated from few posts, and so from above.
 */
function lossGraceMs(gaps: readonly number[], interval: number): number {
  const lost = lostAmong(gaps, interval);
  const loss = (lost + 1) / (gaps.length + lost + 2);
  const posts = (GRACE_LIMITS.yearsPerFalseOutage * YEAR_MS) / interval;
  const inARow = Math.ceil(Math.log(posts) / -Math.log(loss));
  return (inARow + 0.5) * interval;
}
