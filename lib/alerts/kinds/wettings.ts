import { DAY_MS, HOUR_MS, MINUTE_MS, type Moment } from "../../kernel/time.ts";
import type { Damp, EpisodeState, Wetting } from "../episode.ts";
import { hasReturned, isHabit } from "../habit.ts";
import type { Verdict } from "../verdict.ts";

/**
 * Condensation pauses while its compressor does, or until the next humid morning; a slow leak does not. A device that speaks
 * rarely sees longer pauses than there are.
 */
const RUN = {
  pauseMs: 2 * HOUR_MS,
  pauseIntervals: 3,
  pauseMostMs: 4 * HOUR_MS,
  lastsMs: 2 * HOUR_MS,
  timesMin: 4,
  shareMin: 0.1,
} as const;

/** Water that goes by itself on two days of a month is usual for the place, as long as it pauses for the night. */
const USUAL_MAX_MS = 18 * HOUR_MS;

/** `thanMs`: what was wet so long before water began to come and go is a measure for it, too; a leak before that is none. */
const LONGER = {
  factor: 1.5,
  factorOfLong: 1.25,
  intervals: 2,
  leastMs: 10 * MINUTE_MS,
  mostMs: 3 * HOUR_MS,
  thanMs: 12 * HOUR_MS,
} as const;

/** What is wet for longer is no condensation. */
export const BRIEF_MS = HOUR_MS;
export const WEEK_MS = 7 * DAY_MS;
export const FORTNIGHT_MS = 14 * DAY_MS;
export const MONTH_MS = 28 * DAY_MS;
/**
 * Several in a day make the next one wait until it is longer than they were; or some in a fortnight, or long ones in a month,
 * as long as they come.
 */
export const HABIT = { today: 2, fortnight: 3, month: 3, gapTimes: 1.5 } as const;
/** Ground water in a sump pit stays for hours of each rain, and goes by itself. */
const LONG_MS = 2 * HOUR_MS;
const WETTINGS_MAX = 64;

const NO_DAMP: Damp = { since: null, spells: [], notifiedAt: null };

export const dampOf = ({ damp }: EpisodeState): Damp => ({ ...NO_DAMP, ...damp });

/** What is wet for so long is longer than these were, which are a habit. */
export function longerThanUsual(wettings: readonly Wetting[], intervalMs: number): number {
  const longest = Math.max(0, ...wettings.map(({ ms }) => ms));
  return longest > BRIEF_MS
    ? Math.min(USUAL_MAX_MS, LONGER.factorOfLong * longest)
    : longerThan(wettings, intervalMs, BRIEF_MS);
}

/** What is wet for so long is longer than these wettings were, and not one whose next reading was lost. */
function longerThan(wettings: readonly Wetting[], intervalMs: number, mostMs: number = LONGER.mostMs) {
  const ms = Math.max(0, ...wettings.map((wetting) => wetting.ms));
  const longer = Math.max(LONGER.factor * ms, ms + LONGER.intervals * intervalMs);
  return Math.max(LONGER.leastMs, Math.min(mostMs, longer));
}

/** With what a verdict says of now; a sensor that is off has no wetting that goes on. */
export function withWetting(state: EpisodeState, verdict: Verdict, now: Moment): EpisodeState {
  const damp = dampOf(state);
  const isWet = verdict.is === "measured" && verdict.severity !== null;
  if (verdict.is === "unknown" || isWet === (damp.since !== null)) return state;
  if (verdict.is === "over") return { ...state, damp: { ...damp, since: null } };
  const at = Math.min(verdict.evidence.at, now);
  if (damp.since === null) return { ...state, damp: { ...damp, since: at } };
  const ended = { at: Math.max(at, damp.since), ms: Math.max(0, at - damp.since) };
  // Somebody has seen to it: it may not have gone by itself.
  if (ended.ms > BRIEF_MS && state.ack !== null) return { ...state, damp: { ...damp, since: null } };
  const kept = damp.spells.filter((wetting) => at - wetting.at < MONTH_MS).slice(1 - WETTINGS_MAX);
  return { ...state, damp: { ...damp, since: null, spells: [...kept, ended] } };
}

/** Those that ended within so long before a moment. */
const endedWithin = (state: EpisodeState, ms: number, before: Moment): Wetting[] =>
  dampOf(state).spells.filter(({ at }) => at <= before && before - at < ms);

/** The brief ones of them. */
export const briefOnes = (state: EpisodeState, ms: number, before: Moment): Wetting[] =>
  endedWithin(state, ms, before).filter((wetting) => wetting.ms <= BRIEF_MS);

/** Those that dried by themselves before a moment: several of a month, or one of a week. */
export function driedBefore(state: EpisodeState, moment: Moment): Wetting[] {
  const month = endedWithin(state, MONTH_MS, moment);
  return (month.length > 1 ? month : endedWithin(state, WEEK_MS, moment)).filter(
    ({ ms }) => ms < USUAL_MAX_MS,
  );
}

/** The wettings that the next one is likely to be like: several brief ones of a day, or those that go on coming. */
export function habitAt(state: EpisodeState, now: Moment): Wetting[] {
  const long = driedBefore(state, now).filter(({ ms }) => ms >= LONG_MS);
  if (long.length >= HABIT.month && goOn(long, now)) return long;
  if (isUsual(state, now)) return briefOnes(state, MONTH_MS, now);
  const today = briefOnes(state, DAY_MS, now);
  if (today.length >= HABIT.today) return today;
  const fortnight = briefOnes(state, FORTNIGHT_MS, now);
  return fortnight.length >= HABIT.fortnight && goOn(fortnight, now) ? fortnight : [];
}

/** True if the next one comes no later than their longest pause explains. */
function goOn(wettings: readonly Wetting[], now: Moment): boolean {
  const times = wettings.map(({ at }) => at);
  const longestGap = Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? at)));
  return now - Math.max(...times) <= HABIT.gapTimes * longestGap;
}

/** All that are known, with the one that goes on. */
export function wettingsOf(state: EpisodeState, now: Moment): readonly Wetting[] {
  const { since, spells } = dampOf(state);
  return since === null ? spells : [...spells, { at: now, ms: now - since }];
}

/** Those that followed each other without a long pause up to now. */
function runOf(state: EpisodeState, intervalMs: number, now: Moment): Wetting[] {
  const pauseMs = Math.max(RUN.pauseMs, Math.min(RUN.pauseMostMs, RUN.pauseIntervals * intervalMs));
  const all = wettingsOf(state, now);
  const startOf = (index: number): Moment => (all[index] === undefined ? now : all[index].at - all[index].ms);
  const last = all.findLastIndex(({ at }, index) => startOf(index + 1) - at > pauseMs);
  return all.slice(last + 1);
}

const begunAt = (run: readonly Wetting[], now: Moment): Moment =>
  run[0] === undefined ? now : run[0].at - run[0].ms;

/** True if it was wet more often, and for longer, without a long pause than condensation explains. */
function isFrequent(run: readonly Wetting[], now: Moment): boolean {
  const lastsMs = now - begunAt(run, now);
  const wetMs = run.reduce((sum, { ms }) => sum + ms, 0);
  return run.length >= RUN.timesMin && lastsMs >= RUN.lastsMs && wetMs >= RUN.shareMin * lastsMs;
}

/** Its home was told of such water, which went by itself, on two days of a month. */
export const isUsual = (state: EpisodeState, now: Moment): boolean => isHabit([state], MONTH_MS, now);

/** True if the wetting that goes on is a leak by how soon it is back, and by how often it came. */
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

/** How often it was wet since its run began, or the open episode of such water. */
export function countOf(state: EpisodeState, intervalMs: number, now: Moment) {
  const from = begunAt(runOf(state, intervalMs, now), now);
  return countSince(state, isSeepage(state) ? Math.min(from, state.openedAt ?? now) : from, now);
}

/** The same since a moment. */
export function countSince(state: EpisodeState, begun: Moment, now: Moment) {
  const counted = wettingsOf(state, now).filter(({ at, ms }) => at - ms >= begun);
  return { wet_times: counted.length, wet_from: begunAt(counted, now) };
}

/** True if the open episode is about water that comes and goes. */
export const isSeepage = ({ open, damp, episode }: EpisodeState): boolean =>
  open && damp?.seepage?.episode === episode;

/** Since when it is wet in a wetting that made such an episode worse; null where this one is like the others. */
export function worseSince(state: EpisodeState): Moment | null {
  const { since, seepage } = dampOf(state);
  return since !== null && seepage?.worseAt === since ? since : null;
}

/** True if an open leak means that there is water now, and not that it comes and goes. */
export const isWetThroughout = (state: EpisodeState): boolean =>
  state.open && (!isSeepage(state) || worseSince(state) !== null);

/**
 * Such an episode becomes worse when it stays wet for longer than it did since the water began to come and go, or another
 * sensor is wet, too. `intervalMs`: of the device, 0 while that is unknown.
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

/** The state after one that is such an episode, or in which one has begun. What somebody has seen to is forgotten. */
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
