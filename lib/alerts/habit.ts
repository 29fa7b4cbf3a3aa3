import { DAY_MS, HOUR_MS, type Moment } from "../kernel/time.ts";
import { type EpisodeState, notifiedOfThis } from "./episode.ts";

/** A habit: an alert that was notified and ended by itself this often in a row. It is then notified once a week. */
const HABIT = { times: 2, quietMs: 7 * DAY_MS, againMs: DAY_MS / 2 } as const;
/**
 * The longest pause within a habit. `question`: the fire of a home with a stove may go out once in two weeks; most
 * kinds use this. `room`: a room gets cold every other day. A boiler that locks out again after days is no habit, even
 * if somebody reset it each time without telling us.
 */
export const HABIT_MS = { question: 14 * DAY_MS, room: 2 * DAY_MS } as const;

/** Counts which of the last two ends are recent: each within `lastsMs` of the next one, or of now. */
function returnsLately({ returned }: EpisodeState, lastsMs: number, now: Moment): number {
  if (returned === undefined || now - returned.at > lastsMs) return 0;
  return returned.before != null && returned.at - returned.before <= lastsMs ? 2 : 1;
}

/** True if these alerts, taken together, were notified and ended by themselves often enough to be a habit. */
export const isHabit = (states: readonly EpisodeState[], lastsMs: number, now: Moment): boolean =>
  states.reduce((times, state) => times + returnsLately(state, lastsMs, now), 0) >= HABIT.times;

/** How long the longest episode of a habit lasted, in milliseconds; 0 for fewer than `times` ends lately. */
export const habitualMs = (state: EpisodeState, lastsMs: number, now: Moment, times: number = HABIT.times) =>
  returnsLately(state, lastsMs, now) >= times ? (state.returned?.longestMs ?? 0) : 0;

/** What lasts this many times as long as the longest episode of a habit is no longer part of it. */
const LONGER_TIMES = 1.5;

/** From this duration on, in milliseconds, an episode is longer than those of its habit; 0 if there is no habit. */
export const longerMs = (state: EpisodeState, lastsMs: number, now: Moment, times?: number): number =>
  LONGER_TIMES * habitualMs(state, lastsMs, now, times);

/** Keeps a habit alive that has shown itself again, although nobody was notified. */
export const withReturned = (state: EpisodeState, now: Moment): EpisodeState =>
  state.returned === undefined
    ? state
    : { ...state, returned: { ...state.returned, at: now, before: state.returned.at } };

/** Like `withReturned`, at most once in half a day: a habitual silence that lasts for weeks isn't notified again. */
export const withHabit = (state: EpisodeState, now: Moment): EpisodeState =>
  now - (state.returned?.at ?? now) < HABIT.againMs ? state : withReturned(state, now);

/** True if one of these alerts was notified and ended by itself within the last two weeks. */
export const hasReturned = (states: readonly EpisodeState[], now: Moment): boolean =>
  states.some((state) => returnsLately(state, HABIT_MS.question, now) > 0);

/**
 * True if nobody waits for an episode's end: of a warning if one of `all` recently came and went, of a critical alert
 * if that is a habit. Whoever acknowledged it waits for its end.
 */
export function isEndKnown(state: EpisodeState, all: readonly EpisodeState[], now: Moment): boolean {
  if (state.ack !== null) return false;
  const isCritical = notifiedOfThis(state)?.severity === "critical";
  return isCritical ? isHabit(all, HABIT_MS.question, now) : hasReturned(all, now);
}

/**
 * How long after the last notice an episode isn't news unless it is more severe, in milliseconds: longer for a habit
 * while it is no longer than before, but unchanged for members who want every message (`usualMs` is 0).
 */
export function quietAfter(state: EpisodeState, usualMs: number, lastsMs: number, now: Moment): number {
  const isLonger = state.open && now - (state.openedAt ?? now) >= longerMs(state, lastsMs, now);
  const isUsual = isHabit([state], lastsMs, now) && !isLonger;
  return usualMs > 0 && isUsual ? Math.max(HABIT.quietMs, usualMs) : usualMs;
}

/** Records in `returned` an end that was notified, or that keeps a habit going, unless somebody has explained it. */
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

/** Limits what one episode teaches: a power cut among lost posts at most doubles the longest duration. */
const GROWS_TIMES = 2;

/**
 * Rates in K per hour that no room reaches: its sensor was carried out and in, or a window was opened and closed.
 * `outMs`: nobody airs a room in the frost for longer.
 */
const CARRIED = { out: -8, in: 12, timesMin: 2, outMs: HOUR_MS } as const;

/** True while a sensor that was carried out may still come back in as soon as usual. */
export const isAiring = ({ open, openedAt }: EpisodeState, now: Moment): boolean =>
  !open || now - (openedAt ?? now) < CARRIED.outMs;

/** True if the temperature fell faster than a room can, or so far that its reading was doubted within the last hour. */
const hasFallenFast = ({ doubted }: EpisodeState, kelvinPerHour: number, now: Moment): boolean =>
  kelvinPerHour <= CARRIED.out || (doubted !== null && now - doubted < HOUR_MS);

/** True if this cold began as if the sensor was carried out, and the last episodes began so and ended as suddenly. */
export function isCarriedOut(state: EpisodeState, kelvinPerHour: number, now: Moment): boolean {
  const { open, carried } = state;
  if (carried?.episode !== state.episode) return false;
  if (open) return carried.times > CARRIED.timesMin;
  return carried.isBack && carried.times >= CARRIED.timesMin && hasFallenFast(state, kelvinPerHour, now);
}

/** Counts the episodes in a row that began with a sudden fall and ended with a sudden rise. */
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
