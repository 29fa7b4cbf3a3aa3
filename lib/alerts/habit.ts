import { DAY_MS, type Moment } from "../kernel/time.ts";
import { type EpisodeState, notifiedOfThis } from "./episode.ts";

/** What was told and ended by itself so often is a habit of the place for as long as it goes on: it is told once a week. */
const HABIT = { times: 2, quietMs: 7 * DAY_MS } as const;
/**
 * For how long a habit goes on without a sign of itself. A question is one of a stove's home for a fortnight. The cold of a room
 * has to come every other day: a boiler that locks out again after days is none, though somebody has reset it each time without a word.
 */
export const HABIT_MS = { question: 14 * DAY_MS, room: 2 * DAY_MS } as const;

const returnsLately = ({ returned }: EpisodeState, lastsMs: number, now: Moment): number =>
  returned !== undefined && now - returned.at <= lastsMs ? returned.times : 0;

/** Whether these together were told and ended by themselves that often. */
export const isHabit = (states: readonly EpisodeState[], lastsMs: number, now: Moment): boolean =>
  states.reduce((times, state) => times + returnsLately(state, lastsMs, now), 0) >= HABIT.times;

/** Whether a cold of these was told and ended by itself within a fortnight. */
export const hasReturned = (states: readonly EpisodeState[], now: Moment): boolean =>
  states.some((state) => returnsLately(state, HABIT_MS.question, now) > 0);

/**
 * Whether nobody waits for the end of an episode: of a warning where one of these came and went lately, of what is critical
 * where that is a habit.
 */
export function isEndKnown(state: EpisodeState, all: readonly EpisodeState[], now: Moment): boolean {
  if (state.ack !== null) return false;
  const isCritical = notifiedOfThis(state)?.severity === "critical";
  return isCritical ? isHabit(all, HABIT_MS.question, now) : hasReturned(all, now);
}

/**
 * For how long a new episode is no news after the last notice, unless it is graver: longer where it is a habit, but for whom
 * each is to be told.
 */
export const quietAfter = (state: EpisodeState, usualMs: number, lastsMs: number, now: Moment): number =>
  usualMs > 0 && isHabit([state], lastsMs, now) ? Math.max(HABIT.quietMs, usualMs) : usualMs;

/** Counts an episode that was told and has just ended, unless somebody has explained it. One that was not keeps a habit up. */
export function withReturn(
  before: EpisodeState,
  after: EpisodeState,
  lastsMs: number,
  now: Moment,
): EpisodeState {
  const hasEnded = before.open && !after.open && after.answer === null;
  const isNotified = notifiedOfThis(before) !== null;
  if (!hasEnded || !(isNotified || isHabit([before], lastsMs, now))) return after;
  return {
    ...after,
    returned: { times: returnsLately(before, lastsMs, now) + (isNotified ? 1 : 0), at: now },
  };
}

/** Whether a question about the heating spoke for a room while it was told to have hours left, and has ended since. */
export const hasQuestionEnded = (question: EpisodeState, { openedAt }: EpisodeState, room: string): boolean =>
  notifiedOfThis(question)?.about?.includes(room) === true &&
  question.closedAt !== null &&
  question.closedAt >= (openedAt ?? question.closedAt + 1);
