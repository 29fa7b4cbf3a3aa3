import type { BuiltInSettings } from "../../devices/alert-settings.ts";
import { DAY_MS, HOUR_MS, type Moment } from "../../kernel/time.ts";
import { type Limit, type PlainReason, plain } from "../../language/reason.ts";
import type { EpisodeState } from "../episode.ts";
import { hasReturned, withReturned } from "../habit.ts";
import { isSnoozed } from "../quiet/quiet.ts";
import {
  provenUntil,
  remindAfter,
  type SensorInput,
  type SensorRule,
  sensorEvidence,
  type TimedValue,
  verdictOn,
} from "../sensor-input.ts";
import { type Course, type Measured, measured, type Verdict } from "../verdict.ts";
import {
  BRIEF_MS,
  briefOnes,
  countOf,
  dampOf,
  HABIT,
  habitAt,
  isLeaking,
  isSeepage,
  isUsual,
  longerThan,
  mayBecomeALeak,
  WEEK_MS,
  withSeepage,
  withWetting,
  withWorse,
  worseSince,
} from "./wettings.ts";

const WET: Limit = { name: "wet", is: "equals", value: 1, unit: null, forMs: 0 };

/** Water that comes and goes is over once it has stayed away for so long. */
const SEEPAGE_DRY_MS = 6 * HOUR_MS;

/** How rarely Hearthwatch repeats that a sensor keeps getting damp, or wet as often as usual where that may be a leak. */
const AGAIN_MS = { damp: 28 * DAY_MS, usual: WEEK_MS } as const;

/**
 * What has dried by itself within the hour may do so again: nobody is reminded before it is wet for longer than it was
 * lately, on this day or twice in this week.
 */
function isWithinASpell(state: EpisodeState, intervalMs: number, now: Moment): boolean {
  const { open, openedAt } = state;
  if (!open || openedAt === null) return false;
  const week = briefOnes(state, WEEK_MS, openedAt);
  const spells = week.length >= HABIT.today ? week : briefOnes(state, DAY_MS, openedAt);
  const { since, spells: ended } = dampOf(state);
  const wetUntil = since === null ? (ended.at(-1)?.at ?? now) : now;
  return spells.length > 0 && wetUntil - openedAt < longerThan(spells, intervalMs, BRIEF_MS);
}

/** For how long it has to be wet before it is a leak: at once, unless it was wet for a short time again and again. */
function waitMs(state: EpisodeState, intervalMs: number, now: Moment): number {
  const habit = habitAt(state, state.pendingSince ?? now);
  return habit.length === 0 ? 0 : longerThan(habit, intervalMs, BRIEF_MS);
}

/**
 * True if Hearthwatch should notify that the sensor, which has just dried, keeps getting damp: once, and not again for four
 * weeks, or for one while it is wet that often. If the frequency suggests a leak, this waits until that is clear.
 */
function isDampNews(before: EpisodeState, after: EpisodeState, intervalMs: number, now: Moment): boolean {
  const mayBeALeak =
    mayBecomeALeak(after, intervalMs, now) || (hasReturned([before], now) && !isUsual(before, now));
  if (habitAt(before, now).length === 0 || mayBeALeak) return false;
  const { notifiedAt } = dampOf(after);
  const againMs = AGAIN_MS[isUsual(before, now) ? "usual" : "damp"];
  return notifiedAt === null || now - notifiedAt >= againMs;
}

/** How often it was wet lately, and within how many days. */
function spellsOf(state: EpisodeState, now: Moment): { damp_spells: number; damp_days: number } {
  const days = briefOnes(state, DAY_MS, now).length > HABIT.today ? 1 : WEEK_MS / DAY_MS;
  return { damp_spells: briefOnes(state, days * DAY_MS, now).length, damp_days: days };
}

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
  const state = withWorse(withWetting(known, read, now), isElsewhereWet, intervalMs, now);
  const isOfSeepage = isSeepage(state) || (!state.open && isLeaking(state, intervalMs, now));
  return {
    state,
    verdict: isOfSeepage ? saidOf(read, state, intervalMs, now) : read,
    course: courseOf(state, isOfSeepage, input, settings, now),
    settle: (moved) => {
      if (isOfSeepage) return { state: withSeepage(state, moved, isElsewhereWet) };
      const hasDried = dampOf(known).since !== null && dampOf(moved).since === null;
      if (read.is !== "measured" || moved.open || !hasDried) return { state: moved };
      const after = isUsual(known, now) ? withReturned(moved, now) : moved;
      if (!isDampNews(known, after, intervalMs, now) || isSnoozed(input.quiet, now)) return { state: after };
      const count = isUsual(known, now) ? countOf(after, intervalMs, now) : spellsOf(after, now);
      const notified = { ...after, damp: { ...dampOf(after), notifiedAt: now } };
      return { state: notified, damp: withMore(read, "keeps_getting_damp", count) };
    },
  };
};

/** `isOfSeepage`: it is about water that comes and goes, from now on or as notified before. */
function courseOf(
  state: EpisodeState,
  isOfSeepage: boolean,
  input: SensorInput,
  { dryMs, remindMs }: BuiltInSettings["leak"],
  now: Moment,
): Partial<Course> {
  const isAtOnce = input.isElsewhereWet === true || isOfSeepage;
  const intervalMs = input.usualIntervalMs ?? 0;
  const isSpell = isWithinASpell(state, intervalMs, now);
  const isBack = isOfSeepage && hasReturned([state], now);
  const ladder = isOfSeepage ? (isBack ? "back" : "seepage") : "leak";
  return {
    forMs: isAtOnce ? 0 : waitMs(state, intervalMs, now),
    closing: { readings: 1, ms: isOfSeepage ? Math.max(dryMs, SEEPAGE_DRY_MS) : dryMs },
    // The end of the first wettings was notified; one line covers the later ones, and those of a second day.
    tellsEnd: !isSpell && (!isBack || state.ack !== null),
    remind: isSpell && !isAtOnce ? null : remindAfter(state, input, remindMs, now, ladder),
    habitMs: isOfSeepage ? WEEK_MS : null,
  };
}

/** Of water that comes and goes: how often, or since when it is wet where that has made it worse. */
function saidOf(read: Verdict, state: EpisodeState, intervalMs: number, now: Moment): Verdict {
  if (read.is !== "measured" || read.severity === null) return read;
  const rung = isSeepage(state) ? (dampOf(state).seepage?.worse ?? 0) : 0;
  const from = worseSince(state);
  const count = countOf(state, intervalMs, now);
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
  const evidence = sensorEvidence(input, reading);
  const why = plain(severity === null ? "dry" : "water");
  return measured(
    { severity, evidence, limit: WET, why, provenUntil: provenUntil(input, reading.at, now) },
    now,
  );
}
