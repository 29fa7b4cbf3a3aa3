import { DAY_MS, type Moment } from "../kernel/time.ts";
import { type EpisodeState, toldOfThis } from "./episode.ts";

/** What was told and ended by itself so often is a habit of the place for as long as it goes on: it is told once a week. */
const HABIT = { times: 2, lastsMs: 14 * DAY_MS, quietMs: 7 * DAY_MS } as const;

const returnsLately = ({ returned }: EpisodeState, now: Moment): number =>
  returned !== undefined && now - returned.at <= HABIT.lastsMs ? returned.times : 0;

/** Whether these together were told and ended by themselves that often. */
export const isHabit = (states: readonly EpisodeState[], now: Moment): boolean =>
  states.reduce((times, state) => times + returnsLately(state, now), 0) >= HABIT.times;

/**
 * For how long a new episode is no news after the last notice, unless it is graver: longer where it is a habit, but for whom
 * each is to be told.
 */
export const quietAfter = (state: EpisodeState, usualMs: number, now: Moment): number =>
  usualMs > 0 && isHabit([state], now) ? Math.max(HABIT.quietMs, usualMs) : usualMs;

/** Counts an episode that was told and has just ended, unless somebody has explained it. */
export function withReturn(before: EpisodeState, after: EpisodeState, now: Moment): EpisodeState {
  const hasEnded = before.open && !after.open && after.answer === null;
  if (!hasEnded || toldOfThis(before) === null) return after;
  return { ...after, returned: { times: returnsLately(before, now) + 1, at: now } };
}

/** Whether a question about the heating spoke for a room while it was told to have hours left, and has ended since. */
export const hasQuestionEnded = (question: EpisodeState, { openedAt }: EpisodeState, room: string): boolean =>
  toldOfThis(question)?.about?.includes(room) === true &&
  question.closedAt !== null &&
  question.closedAt >= (openedAt ?? question.closedAt + 1);
