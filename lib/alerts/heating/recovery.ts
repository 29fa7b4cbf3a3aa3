import { DAY_MS, type Moment } from "../../kernel/time.ts";
import type { EpisodeState } from "../episode.ts";

/** Remembers a question that ended by itself. What was critical was no habit, and an answer has explained it. */
export function withRecovery(before: EpisodeState, after: EpisodeState, now: Moment): EpisodeState {
  const isTold = before.told?.episode === before.episode;
  const hasRecovered =
    isTold && before.open && !after.open && after.answer === null && before.severity === "warning";
  if (!hasRecovered) return after;
  const last = before.recovered ?? null;
  const isLately = last !== null && now - last.at <= RECOVERED.days * DAY_MS;
  return { ...after, recovered: { times: (isLately ? last.times : 0) + 1, at: now } };
}

/**
 * How sure it has to be, as the logarithm of the odds. Each question that got warm again without anybody saying why
 * makes the next ones less likely: the heating is weak, or wind and habits let the rooms fall now and then. What is as
 * cold as it was then has to be clear.
 */
export function oddsNeeded(
  least: number,
  { recovered, peak }: EpisodeState,
  celsius: number,
  now: Moment,
): number {
  if (recovered == null || now - recovered.at > RECOVERED.days * DAY_MS) return least;
  const then = peak?.evidence.value ?? Number.NEGATIVE_INFINITY;
  if (celsius > then - RECOVERED.colderBy) return ODDS.clear;
  return Math.min(ODDS.clear, least + RECOVERED.oddsEach * recovered.times);
}

/** Three, twelve and two hundred and fifty to one: the last is what a dead heating comes to within hours. */
export const ODDS = { danger: 1, sure: 2.5, clear: 5.5 } as const;
/** A winter, and what each such question adds to the odds that the next one needs. */
const RECOVERED = { days: 120, colderBy: 1.5, oddsEach: 1.5 } as const;
