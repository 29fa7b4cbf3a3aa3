import { DAY_MS, HOUR_MS, type Moment } from "../../kernel/time.ts";
import type { EpisodeState } from "../episode.ts";
import { isSnoozed } from "../quiet/quiet.ts";
import { type Limit, type PlainReason, plain } from "../reason.ts";
import {
  provenUntil,
  remindAfter,
  type SensorInput,
  type SensorRule,
  sensorEvidence,
  type TimedValue,
  verdictOn,
} from "../sensor-input.ts";
import type { BuiltInSettings } from "../settings.ts";
import type { Course, Measured, Verdict } from "../verdict.ts";
import {
  countOf,
  isBackAgain,
  isSeepage,
  longerThan,
  mayBecomeALeak,
  seepageOf,
  usualMs,
  withSeepage,
  withWetting,
  withWorse,
  worseSince,
} from "./wettings.ts";

const NO_DAMP: Damp = { spells: [], notifiedAt: null };

const WEEK_DAYS = 7;
const WEEK_MS = WEEK_DAYS * DAY_MS;

const WET: Limit = { name: "wet", is: "equals", value: 1, unit: null, forMs: 0 };

/** Water that comes and goes is over once it has stayed away for so long. */
const SEEPAGE_DRY_MS = 6 * HOUR_MS;

type Damp = NonNullable<EpisodeState["damp"]>;

const DAMP = {
  /** What is wet for longer is no condensation. */
  briefMs: HOUR_MS,
  /** So many brief ones within a day, and the next one waits until it is longer than they were. */
  spellsMin: 2,
  /** The same of a week, as long as they come: the next one not much later than they did. */
  week: { spellsMin: 3, gapTimes: 1.5 },
  kept: 12,
  /**
   * How rarely Hearthwatch repeats that a sensor keeps getting damp, or that it is wet as often as usual where that
   * may be a leak.
   */
  againMs: 28 * DAY_MS,
  oftenAgainMs: WEEK_MS,
} as const;

const within = ({ damp = NO_DAMP }: EpisodeState, ms: number, now: Moment): Damp["spells"] =>
  damp.spells.filter(({ at }) => now - at < ms);

/** The brief wettings that the next one is likely to be like: several of a day, or those of a week that go on coming. */
function habitAt(state: EpisodeState, now: Moment): Damp["spells"] {
  const today = within(state, DAY_MS, now);
  if (today.length >= DAMP.spellsMin) return today;
  const week = within(state, WEEK_MS, now);
  if (week.length < DAMP.week.spellsMin) return [];
  const times = week.map(({ at }) => at);
  const longestGap = Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? at)));
  return now - Math.max(...times) <= DAMP.week.gapTimes * longestGap ? week : [];
}

/**
 * What has dried by itself within the hour may do so again: nobody is reminded before it is wet for longer than it was
 * lately, on this day or twice in this week.
 */
function isWithinASpell(state: EpisodeState, intervalMs: number, now: Moment): boolean {
  if (!state.open || state.openedAt === null) return false;
  const week = within(state, WEEK_MS, state.openedAt);
  const spells = week.length >= DAMP.spellsMin ? week : within(state, DAY_MS, state.openedAt);
  return spells.length > 0 && now - state.openedAt < longerThanAll(spells, intervalMs);
}

const longerThanAll = (spells: Damp["spells"], intervalMs: number): number =>
  longerThan(Math.max(...spells.map(({ ms }) => ms)), intervalMs, DAMP.briefMs);

/** For how long it has to be wet before it is a leak: at once, unless it was wet for a short time again and again. */
function waitMs(state: EpisodeState, intervalMs: number, now: Moment): number {
  const from = state.pendingSince ?? now;
  const habit = habitAt(state, from);
  const dampMs = habit.length === 0 ? 0 : longerThanAll(habit, intervalMs);
  return Math.max(dampMs, usualMs(state, intervalMs, from));
}

/** The state with the brief wetting that has just ended, if one has. */
function withSpell(before: EpisodeState, after: EpisodeState, now: Moment): EpisodeState {
  const began = before.open && !after.open ? before.openedAt : after.open ? null : before.pendingSince;
  if (began === null || after.pendingSince !== null || now - began > DAMP.briefMs) return after;
  const damp = after.damp ?? NO_DAMP;
  const spells = [...damp.spells, { at: now, ms: now - began }].slice(-DAMP.kept);
  return { ...after, damp: { ...damp, spells } };
}

/**
 * True if Hearthwatch should notify that the sensor keeps getting damp: once, and not again for four weeks, or for one
 * while it is wet that often. If the frequency suggests a leak, this waits until that is clear.
 */
function isDampNews(before: EpisodeState, after: EpisodeState, isOften: boolean, now: Moment): boolean {
  const isNew = after.damp !== undefined && after.damp.spells !== before.damp?.spells;
  if (!isNew || habitAt(before, now).length === 0 || mayBecomeALeak(after, now)) return false;
  const notifiedAt = after.damp?.notifiedAt ?? null;
  return notifiedAt === null || now - notifiedAt >= (isOften ? DAMP.oftenAgainMs : DAMP.againMs);
}

/** How often it was wet lately, and within how many days. */
function spellsOf(state: EpisodeState, now: Moment): { damp_spells: number; damp_days: number } {
  const today = within(state, DAY_MS, now);
  const days = today.length > DAMP.spellsMin ? 1 : WEEK_DAYS;
  return { damp_spells: within(state, days * DAY_MS, now).length, damp_days: days };
}

const withDampNotified = (state: EpisodeState, now: Moment): EpisodeState => ({
  ...state,
  damp: { ...(state.damp ?? NO_DAMP), notifiedAt: now },
});

/**
 * Water where there should be none: always critical, with reminders until somebody acknowledges. From the third
 * short wetting of a day, or the fourth of a week, the message says that it keeps getting damp, unless it stays wet
 * for longer or another sensor is wet, too. Water that is back soon after it has dried is one leak, which ends once it
 * stays dry; if it comes and goes by day, it is usual for the place from the third day on. Subject: the sensor.
 */
export const judgeLeak: SensorRule<BuiltInSettings["leak"]> = (known, input, settings, now) => {
  const read = verdictOn(known, input, now, (reading) => measure(input, reading, now));
  const intervalMs = input.usualIntervalMs ?? 0;
  const isElsewhereWet = input.isElsewhereWet === true;
  const state = withWorse(withWetting(known, read, intervalMs, now), isElsewhereWet, intervalMs, now);
  const seepage = seepageAt(state, now);
  return {
    state,
    verdict: seepage === null ? read : saidOf(read, state, now),
    course: courseOf(state, seepage, input, settings, now),
    settle: (moved) => {
      if (moved === state || read.is !== "measured") return { state: moved };
      if (seepage !== null) return { state: withSeepage(state, moved, isElsewhereWet) };
      const after = withSpell(state, moved, now);
      const wasUsual = usualMs(known, intervalMs, now) > 0;
      if (!isDampNews(known, after, wasUsual, now) || isSnoozed(input.quiet, now)) return { state: after };
      const count = wasUsual ? countOf(after, now) : spellsOf(after, now);
      return { state: withDampNotified(after, now), damp: withMore(read, "keeps_getting_damp", count) };
    },
  };
};

/** Water that comes and goes: it is a leak from now on, or was already notified as one. */
type Seepage = "begins" | "goes_on" | null;

function seepageAt(state: EpisodeState, now: Moment): Seepage {
  if (isSeepage(state)) return "goes_on";
  const isDamp = habitAt(state, now).length > 0;
  return !state.open && seepageOf(state, isDamp, now) === "leak" ? "begins" : null;
}

function courseOf(
  state: EpisodeState,
  seepage: Seepage,
  input: SensorInput,
  { dryMs, remindMs }: BuiltInSettings["leak"],
  now: Moment,
): Partial<Course> {
  const isAtOnce = input.isElsewhereWet === true || seepage !== null;
  const intervalMs = input.usualIntervalMs ?? 0;
  const isSpell = isWithinASpell(state, intervalMs, now);
  const isBack = seepage !== null && isBackAgain(state, now);
  const ladder = seepage === null ? "leak" : isBack ? "back" : "seepage";
  return {
    forMs: isAtOnce ? 0 : waitMs(state, intervalMs, now),
    closing: { readings: 1, ms: seepage === null ? dryMs : Math.max(dryMs, SEEPAGE_DRY_MS) },
    // The end of the first wettings was notified; one line covers the later ones, and those of a second day.
    tellsEnd: !isSpell && (!isBack || state.ack !== null),
    remind: isSpell && !isAtOnce ? null : remindAfter(state, input, remindMs, now, ladder),
  };
}

/** Of water that comes and goes: how often, or since when it is wet where that has made it worse. */
function saidOf(read: Verdict, state: EpisodeState, now: Moment): Verdict {
  if (read.is !== "measured" || read.severity === null) return read;
  const rung = isSeepage(state) ? (state.damp?.seepage?.worse ?? 0) : 0;
  const from = worseSince(state);
  const count = countOf(state, now);
  if (from === null && count.wet_times < 2) return { ...read, rung };
  const said =
    from === null ? withMore(read, "keeps_getting_wet", count) : withMore(read, "water", { wet_from: from });
  return { ...said, rung };
}

const withMore = (read: Measured, why: PlainReason, more: Record<string, number>): Measured => ({
  ...read,
  evidence: { ...read.evidence, more: { ...read.evidence.more, ...more } },
  why: plain(why),
});

/** Any value but 0 is wet: the sensors that send numbers send 1, or how wet it is. */
function measure(input: SensorInput, reading: TimedValue, now: Moment): Verdict {
  const severity = reading.value !== 0 ? "critical" : null;
  return {
    is: "measured",
    severity,
    holds: severity,
    badness: 0,
    rung: 0,
    evidence: sensorEvidence(input, reading),
    limit: WET,
    why: plain(severity === null ? "dry" : "water"),
    provenUntil: provenUntil(input, reading.at, now),
  };
}
