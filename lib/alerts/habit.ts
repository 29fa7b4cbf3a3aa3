import { DAY_MS, HOUR_MS, type Moment } from "../kernel/time.ts";
import { type EpisodeState, notifiedOfThis } from "./episode.ts";

/**
 * An alert that was notified and ended by itself this often is a habit of the place for as long as it continues: it
 * is notified once a week.
 */
const HABIT = { times: 2, quietMs: 7 * DAY_MS } as const;
/**
 * For how long a habit goes on without a sign of itself. A question is one of a stove's home for a fortnight. The cold of a room
 * has to come every other day: a boiler that locks out again after days is none, though somebody has reset it each time without a word.
 */
export const HABIT_MS = { question: 14 * DAY_MS, room: 2 * DAY_MS } as const;

/** How many of the last two ended by themselves lately, the last soon after the one before. */
function returnsLately({ returned }: EpisodeState, lastsMs: number, now: Moment): number {
  if (returned === undefined || now - returned.at > lastsMs) return 0;
  return returned.before != null && returned.at - returned.before <= lastsMs ? 2 : 1;
}

/** True if these together were notified and ended by themselves that often. */
export const isHabit = (states: readonly EpisodeState[], lastsMs: number, now: Moment): boolean =>
  states.reduce((times, state) => times + returnsLately(state, lastsMs, now), 0) >= HABIT.times;

/** How long the longest of a habit took; 0 where it is none. */
export const habitualMs = (state: EpisodeState, lastsMs: number, now: Moment): number =>
  isHabit([state], lastsMs, now) ? (state.returned?.longestMs ?? 0) : 0;

/** What has shown itself again without a word is a habit still. */
export const withReturned = (state: EpisodeState, now: Moment): EpisodeState =>
  state.returned === undefined
    ? state
    : { ...state, returned: { ...state.returned, at: now, before: state.returned.at } };

/** The same, noted once a day, while a silence lasts that is its habit: it isn't notified again after a fortnight. */
export const withHabit = (state: EpisodeState, now: Moment): EpisodeState =>
  now - (state.returned?.at ?? now) < DAY_MS ? state : withReturned(state, now);

/** True if one of these cold alerts was notified and ended by itself within a fortnight. */
export const hasReturned = (states: readonly EpisodeState[], now: Moment): boolean =>
  states.some((state) => returnsLately(state, HABIT_MS.question, now) > 0);

/**
 * True if nobody waits for the end of an episode: of a warning if one of these recently came and went, of a
 * critical alert if that is a habit.
 */
export function isEndKnown(state: EpisodeState, all: readonly EpisodeState[], now: Moment): boolean {
  if (state.ack !== null) return false;
  const isCritical = notifiedOfThis(state)?.severity === "critical";
  return isCritical ? isHabit(all, HABIT_MS.question, now) : hasReturned(all, now);
}

/**
 * How long after the last notice a new episode isn't news, unless it is graver: longer for a habit, except for
 * members who want every message.
 */
export const quietAfter = (state: EpisodeState, usualMs: number, lastsMs: number, now: Moment): number =>
  usualMs > 0 && isHabit([state], lastsMs, now) ? Math.max(HABIT.quietMs, usualMs) : usualMs;

/**
 * Counts an episode that was notified and has just ended, unless somebody explained it. An episode that wasn't
 * notified keeps a habit going.
 */
export function withReturn(
  before: EpisodeState,
  after: EpisodeState,
  lastsMs: number,
  now: Moment,
): EpisodeState {
  const hasEnded = before.open && !after.open && after.answer === null;
  const isNotified = notifiedOfThis(before) !== null;
  if (!hasEnded || !(isNotified || isHabit([before], lastsMs, now))) return after;
  const ms = now - Math.min(before.openedAt ?? now, before.peak?.evidence.at ?? now);
  const known = returnsLately(before, lastsMs, now) > 0 ? before.returned : undefined;
  const { times = 0, longestMs = ms } = known ?? {};
  const longest = Math.max(longestMs, Math.min(ms, GROWS_TIMES * longestMs));
  const last = before.returned?.at ?? null;
  return { ...after, returned: { at: now, before: last, times: times + 1, longestMs: longest } };
}

/** One that lasts far longer than all before, such as a power cut among lost posts, teaches no more than that. */
const GROWS_TIMES = 2;

/**
 * No room cools or warms by so much, in K an hour: its sensor was carried out and in, or a window was opened and closed. Nobody
 * airs in the frost for longer.
 */
const CARRIED = { out: -8, in: 12, timesMin: 2, outMs: HOUR_MS } as const;

/** True while what was carried out may be carried in as soon as usual. */
export const isAiring = ({ open, openedAt }: EpisodeState, now: Moment): boolean =>
  !open || now - (openedAt ?? now) < CARRIED.outMs;

/** It fell so fast, or so far from the reading before that nobody believed it at first. */
const hasFallenFast = ({ doubted }: EpisodeState, kelvinPerHour: number, now: Moment): boolean =>
  kelvinPerHour <= CARRIED.out || (doubted !== null && now - doubted < HOUR_MS);

/** It began as a sensor that is carried out, as its last times of cold did, which ended as suddenly. */
export function isCarriedOut(state: EpisodeState, kelvinPerHour: number, now: Moment): boolean {
  const { open, carried } = state;
  if (carried?.episode !== state.episode) return false;
  if (open) return carried.times > CARRIED.timesMin;
  return carried.isBack && carried.times >= CARRIED.timesMin && hasFallenFast(state, kelvinPerHour, now);
}

/** Counts the episodes in a row that began and ended so. */
export function withCarried(before: EpisodeState, after: EpisodeState, kelvinPerHour: number, now: Moment) {
  const { episode } = after;
  const known = before.carried;
  if (after.open && !before.open && hasFallenFast(before, kelvinPerHour, now)) {
    const times = known?.isBack && known.episode === before.episode ? known.times + 1 : 1;
    return { ...after, carried: { episode, times, isBack: false } };
  }
  const isBack = known?.episode === episode && !known.isBack && kelvinPerHour >= CARRIED.in;
  return isBack ? { ...after, carried: { ...known, isBack } } : after;
}
