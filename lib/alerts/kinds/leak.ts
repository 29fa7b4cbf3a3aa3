import type { BuiltInSettings } from "../../devices/alert-settings.ts";
import { DAY_MS, HOUR_MS, type Moment } from "../../kernel/time.ts";
import { type Limit, type PlainReason, plain } from "../../language/reason.ts";
import type { EpisodeState, Wetting } from "../episode.ts";
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
  countSince,
  dampOf,
  driedBefore,
  FORTNIGHT_MS,
  HABIT,
  habitAt,
  isLeaking,
  isSeepage,
  isUsual,
  longerThanUsual,
  MONTH_MS,
  mayBecomeALeak,
  WEEK_MS,
  wettingsOf,
  withSeepage,
  withWetting,
  withWorse,
  worseSince,
} from "./wettings.ts";

const WET: Limit = { name: "wet", is: "equals", value: 1, unit: null, forMs: 0 };

/** Water that comes and goes (seepage) is over once the sensor has stayed dry for this long. */
const SEEPAGE_DRY_MS = 6 * HOUR_MS;

/** How long until a damp message is repeated. `usual`: where such water is usual for the place and may be a leak. */
const AGAIN_MS = { damp: 28 * DAY_MS, usual: WEEK_MS } as const;

/** True if an open leak may dry by itself, as before: no reminder until it is wet for longer than usual. */
function isWithinASpell(state: EpisodeState, intervalMs: number, now: Moment): boolean {
  const { open, openedAt } = state;
  if (!open || openedAt === null) return false;
  const spells = driedBefore(state, openedAt);
  const { at: wetUntil, ms } = wettingsOf(state, now).at(-1) ?? { at: now, ms: 0 };
  // It was notified because it was already longer than all of them.
  const hasWaited = openedAt - (wetUntil - ms) > BRIEF_MS;
  return spells.length > 0 && !hasWaited && wetUntil - openedAt < longerThanUsual(spells, intervalMs);
}

/** How long water has to stay before it is a leak, in milliseconds: 0 unless it keeps drying by itself. */
function waitMs(state: EpisodeState, intervalMs: number, now: Moment): number {
  const habit = habitAt(state, state.pendingSince ?? now);
  return habit.length === 0 ? 0 : longerThanUsual(habit, intervalMs);
}

/**
 * True if Hearthwatch should report that a sensor that has just dried keeps getting damp: once in four weeks, or once a
 * week where water is usual. If the frequency suggests a leak, this waits until that is clear.
 */
function isDampNews(before: EpisodeState, after: EpisodeState, intervalMs: number, now: Moment): boolean {
  const mayBeALeak =
    mayBecomeALeak(after, intervalMs, now) || (hasReturned([before], now) && !isUsual(before, now));
  if (habitAt(before, now).length === 0 || mayBeALeak) return false;
  const { notifiedAt } = dampOf(after);
  const againMs = AGAIN_MS[isUsual(before, now) ? "usual" : "damp"];
  return notifiedAt === null || now - notifiedAt >= againMs;
}

/** How often the sensor was wet lately: since a habit's first long wetting, or within a number of days. */
function spellsOf(state: EpisodeState, [first]: readonly Wetting[], now: Moment): Record<string, number> {
  if (first !== undefined && first.ms > BRIEF_MS) return countSince(state, first.at - first.ms, now);
  const days = briefOnes(state, DAY_MS, now).length > HABIT.today ? 1 : FORTNIGHT_MS / DAY_MS;
  return { damp_spells: briefOnes(state, days * DAY_MS, now).length, damp_days: days };
}

/**
 * Water where there should be none: always critical, with reminders until somebody acknowledges. From the third
 * short wetting of a day, or the fourth of a fortnight, the message says that it keeps getting damp, unless it stays wet
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
      const count = isUsual(known, now)
        ? countOf(after, intervalMs, now)
        : spellsOf(after, habitAt(known, now), now);
      const notified = { ...after, damp: { ...dampOf(after), notifiedAt: now } };
      return { state: notified, damp: withMore(read, "keeps_getting_damp", count) };
    },
  };
};

/** `isOfSeepage`: true if the episode is about water that comes and goes, or is about to open as one. */
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
    // Only the first wettings have an end message: one line covers the later ones, and those of a second day.
    tellsEnd: state.ack !== null || (!isSpell && !isBack),
    remind: isSpell && !isAtOnce ? null : remindAfter(state, input, remindMs, now, ladder),
    habitMs: isOfSeepage ? MONTH_MS : null,
  };
}

/** Adds to a verdict on seepage how often it was wet, or since when if this wetting made the episode worse. */
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
