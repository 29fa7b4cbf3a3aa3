import { DAY_MS, HOUR_MS, MINUTE_MS, type Moment } from "../../kernel/time.ts";
import type { Damp, EpisodeState, Wetting } from "../episode.ts";
import { hasReturned, isHabit } from "../habit.ts";
import type { Verdict } from "../verdict.ts";

/**
 * Wettings with only short pauses form a run, which may be a slow leak. Condensation pauses for longer: while its
 * compressor is off, or until the next humid morning. A device that posts rarely sees longer pauses than there are.
 */
const RUN = {
  pauseMs: 2 * HOUR_MS,
  pauseIntervals: 3,
  pauseMostMs: 4 * HOUR_MS,
  lastsMs: 2 * HOUR_MS,
  timesMin: 4,
  shareMin: 0.1,
} as const;

/** The longest run of wettings that can be usual for a place: such water pauses at night, and a leak doesn't. */
const USUAL_MAX_MS = 18 * HOUR_MS;

/** When a wetting is longer than others: those since `thanMs` before the run began, so that no older leak counts. */
const LONGER = {
  factor: 1.5,
  factorOfLong: 1.25,
  intervals: 2,
  leastMs: 10 * MINUTE_MS,
  mostMs: 3 * HOUR_MS,
  thanMs: 12 * HOUR_MS,
} as const;

/** A wetting that lasts longer isn't condensation. */
export const BRIEF_MS = HOUR_MS;
export const WEEK_MS = 7 * DAY_MS;
export const FORTNIGHT_MS = 14 * DAY_MS;
export const MONTH_MS = 28 * DAY_MS;
/**
 * How many wettings make a habit: brief ones in a day or two weeks, long ones in a month, or brief ones at the same
 * time of the week in a month. The next one then counts only once it is longer. `gapTimes`: a pause of so many times the
 * longest one ends a habit.
 */
export const HABIT = { today: 2, fortnight: 3, month: 3, gapTimes: 1.5 } as const;
/** From here on water is usual at any hour: ground water stays in a sump pit after rain. A burst pipe keeps no hours. */
const LONG_MS = 2 * HOUR_MS;
const WETTINGS_MAX = 64;
/** A floor is mopped on the same day of the week, and a pipe sweats at the same hour, this much earlier or later. */
const SAME_TIME_MS = 3 * HOUR_MS;

const NO_DAMP: Damp = { since: null, spells: [], notifiedAt: null };

export const dampOf = ({ damp }: EpisodeState): Damp => ({ ...NO_DAMP, ...damp });

/** The duration in milliseconds from which a wetting is longer than those of a habit. */
export function longerThanUsual(wettings: readonly Wetting[], intervalMs: number): number {
  const longest = Math.max(0, ...wettings.map(({ ms }) => ms));
  return longest > BRIEF_MS
    ? Math.min(USUAL_MAX_MS, LONGER.factorOfLong * longest)
    : longerThan(wettings, intervalMs, BRIEF_MS);
}

/** The duration in milliseconds from which a wetting is longer than these, even if one reading was lost. */
function longerThan(wettings: readonly Wetting[], intervalMs: number, mostMs: number = LONGER.mostMs) {
  const ms = Math.max(0, ...wettings.map((wetting) => wetting.ms));
  const longer = Math.max(LONGER.factor * ms, ms + LONGER.intervals * intervalMs);
  return Math.max(LONGER.leastMs, Math.min(mostMs, longer));
}

/** Starts or ends a wetting as the verdict says. If the sensor is turned off, the running wetting is dropped. */
export function withWetting(state: EpisodeState, verdict: Verdict, now: Moment): EpisodeState {
  const damp = dampOf(state);
  const isWet = verdict.is === "measured" && verdict.severity !== null;
  if (verdict.is === "unknown" || isWet === (damp.since !== null)) return state;
  if (verdict.is === "over") return { ...state, damp: { ...damp, since: null } };
  const at = Math.min(verdict.evidence.at, now);
  if (damp.since === null) return { ...state, damp: { ...damp, since: at } };
  const ended = { at: Math.max(at, damp.since), ms: Math.max(0, at - damp.since) };
  // Somebody acknowledged it, so it may not have dried by itself.
  if (ended.ms > BRIEF_MS && state.ack !== null) return { ...state, damp: { ...damp, since: null } };
  const kept = damp.spells.filter((wetting) => at - wetting.at < MONTH_MS).slice(1 - WETTINGS_MAX);
  return { ...state, damp: { ...damp, since: null, spells: [...kept, ended] } };
}

/** The wettings that ended within `ms` before a moment. */
const endedWithin = (state: EpisodeState, ms: number, before: Moment): Wetting[] =>
  dampOf(state).spells.filter(({ at }) => at <= before && before - at < ms);

/** The brief wettings that ended within `ms` before a moment. */
export const briefOnes = (state: EpisodeState, ms: number, before: Moment): Wetting[] =>
  endedWithin(state, ms, before).filter((wetting) => wetting.ms <= BRIEF_MS);

/** The wettings that dried by themselves before a moment: of a month if there are several, else of a week. */
export function driedBefore(state: EpisodeState, moment: Moment): Wetting[] {
  const month = endedWithin(state, MONTH_MS, moment);
  return (month.length > 1 ? month : endedWithin(state, WEEK_MS, moment)).filter(
    ({ ms }) => ms < USUAL_MAX_MS,
  );
}

/** The habit that the next wetting is compared with: brief ones of a day, or any that keep coming; else empty. */
export function habitAt(state: EpisodeState, now: Moment): Wetting[] {
  const long = driedBefore(state, now).filter(
    ({ at, ms }) => ms >= LONG_MS || (ms > BRIEF_MS && isSameTime(at, now, DAY_MS)),
  );
  if (long.length >= HABIT.month && goOn(long, now)) return long;
  if (isUsual(state, now)) return briefOnes(state, MONTH_MS, now);
  const today = briefOnes(state, DAY_MS, now);
  if (today.length >= HABIT.today) return today;
  const fortnight = briefOnes(state, FORTNIGHT_MS, now);
  if (fortnight.length >= HABIT.fortnight && goOn(fortnight, now)) return fortnight;
  const weekly = briefOnes(state, MONTH_MS, now).filter(({ at }) => isSameTime(at, now, WEEK_MS));
  return weekly.length >= HABIT.month ? weekly : [];
}

/** True at the same time of the day or the week. */
const isSameTime = (before: Moment, now: Moment, everyMs: number): boolean =>
  Math.abs(((now - before + everyMs / 2) % everyMs) - everyMs / 2) <= SAME_TIME_MS;

/** True if the last wetting is no longer ago than `gapTimes` the longest pause between them. */
function goOn(wettings: readonly Wetting[], now: Moment): boolean {
  const times = wettings.map(({ at }) => at);
  const longestGap = Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? at)));
  return now - Math.max(...times) <= HABIT.gapTimes * longestGap;
}

/** All known wettings, oldest first, including the one in progress. */
export function wettingsOf(state: EpisodeState, now: Moment): readonly Wetting[] {
  const { since, spells } = dampOf(state);
  return since === null ? spells : [...spells, { at: now, ms: now - since }];
}

/** The latest wettings without a long pause between them, up to now; empty if the last one is too long ago. */
function runOf(state: EpisodeState, intervalMs: number, now: Moment): Wetting[] {
  const pauseMs = Math.max(RUN.pauseMs, Math.min(RUN.pauseMostMs, RUN.pauseIntervals * intervalMs));
  const all = wettingsOf(state, now);
  const startOf = (index: number): Moment => (all[index] === undefined ? now : all[index].at - all[index].ms);
  const last = all.findLastIndex(({ at }, index) => startOf(index + 1) - at > pauseMs);
  return all.slice(last + 1);
}

const begunAt = (run: readonly Wetting[], now: Moment): Moment =>
  run[0] === undefined ? now : run[0].at - run[0].ms;

/** True if a run has more wettings, and more time wet, than condensation explains. */
function isFrequent(run: readonly Wetting[], now: Moment): boolean {
  const lastsMs = now - begunAt(run, now);
  const wetMs = run.reduce((sum, { ms }) => sum + ms, 0);
  return run.length >= RUN.timesMin && lastsMs >= RUN.lastsMs && wetMs >= RUN.shareMin * lastsMs;
}

/** True if water is usual for this place: twice, at most four weeks apart, it was notified and went away by itself. */
export const isUsual = (state: EpisodeState, now: Moment): boolean => isHabit([state], MONTH_MS, now);

/** True if the wetting in progress is likely to be a leak, because it came back so soon or its run is so frequent. */
export function isLeaking(state: EpisodeState, intervalMs: number, now: Moment): boolean {
  if (dampOf(state).since === null) return false;
  const run = runOf(state, intervalMs, now);
  if (isUsual(state, now) && now - begunAt(run, now) < USUAL_MAX_MS) return false;
  const isBack = run.length > 1 && (habitAt(state, now).length === 0 || hasReturned([state], now));
  return isBack || isFrequent(run, now);
}

/** True if wettings follow each other so closely that they may be a leak, which is notified as soon as that is clear. */
export function mayBecomeALeak(state: EpisodeState, intervalMs: number, now: Moment): boolean {
  const run = runOf(state, intervalMs, now);
  return run.length > 1 && now - begunAt(run, now) < RUN.lastsMs;
}

/** How often the sensor was wet since its run began, or since its open seepage episode began if that was earlier. */
export function countOf(state: EpisodeState, intervalMs: number, now: Moment) {
  const from = begunAt(runOf(state, intervalMs, now), now);
  return countSince(state, isSeepage(state) ? Math.min(from, state.openedAt ?? now) : from, now);
}

/** Counts the wettings that began at or after a moment. `wet_from`: when the first of them began. */
export function countSince(state: EpisodeState, begun: Moment, now: Moment) {
  const counted = wettingsOf(state, now).filter(({ at, ms }) => at - ms >= begun);
  return { wet_times: counted.length, wet_from: begunAt(counted, now) };
}

/** True if the open episode is about seepage, which is water that comes and goes. */
export const isSeepage = ({ open, damp, episode }: EpisodeState): boolean =>
  open && damp?.seepage?.episode === episode;

/** When the wetting in progress began, if it made a seepage episode worse; null if it is like the others. */
export function worseSince(state: EpisodeState): Moment | null {
  const { since, seepage } = dampOf(state);
  return since !== null && seepage?.worseAt === since ? since : null;
}

/** True if an open leak means that there is water now, and not that it comes and goes. */
export const isWetThroughout = (state: EpisodeState): boolean =>
  state.open && (!isSeepage(state) || worseSince(state) !== null);

/**
 * Makes a seepage episode worse if its wetting lasts longer than all since the water began to come and go, or if
 * another sensor is wet, too. `intervalMs`: the device's usual interval, 0 while unknown.
 */
export function withWorse(state: EpisodeState, isElsewhereWet: boolean, intervalMs: number, now: Moment) {
  const damp = dampOf(state);
  const { since, seepage } = damp;
  if (seepage === undefined || since === null || !isSeepage(state) || worseSince(state) !== null)
    return state;
  const begun = Math.min(state.openedAt ?? now, begunAt(runOf(state, intervalMs, now), now));
  const before = damp.spells.filter(({ at, ms }) => at - ms >= begun - LONGER.thanMs);
  const staysWet = now - since >= longerThan(before, intervalMs);
  if (!staysWet && !(isElsewhereWet && !seepage.isJoined)) return state;
  const isJoined = seepage.isJoined || isElsewhereWet;
  const worse = { ...seepage, worse: seepage.worse + 1, worseAt: since, isJoined };
  return { ...state, damp: { ...damp, seepage: worse } };
}

/** Marks a new episode as seepage. At its end, forgets the wettings if somebody acknowledged it. */
export function withSeepage(before: EpisodeState, after: EpisodeState, isElsewhereWet: boolean) {
  if (after.open === before.open) return after;
  const damp = dampOf(after);
  if (after.open) {
    const seepage = { episode: after.episode, worse: 0, worseAt: null, isJoined: isElsewhereWet };
    return { ...after, damp: { ...damp, seepage } };
  }
  if (before.ack === null) return after;
  const { returned: _, ...unknown } = after;
  return { ...unknown, damp: { ...NO_DAMP, notifiedAt: damp.notifiedAt } };
}
