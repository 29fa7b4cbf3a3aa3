import { LIMITS } from "../../../schema/limits.ts";
import type { HeatingAnswer } from "../../../schema/vocabulary.ts";
import type { QuestionAnswer } from "../../../schema/wire/alerts.ts";
import { DAY_MS, HOUR_MS, type Moment } from "../../kernel/time.ts";
import type { EpisodeState } from "../episode.ts";
import type { AlertRecord } from "../shown-alert.ts";
import { FORECAST_OFFSET, OF_A_HOME, USUAL_TAU } from "../time-to-freeze/estimate.ts";
import { logOdds, type Outside } from "../time-to-freeze/hypotheses.ts";
import { outdoorOf } from "../time-to-freeze/outdoor.ts";
import { binned, mean, noiseOf, type Point, smoothed, thinned } from "../time-to-freeze/points.ts";

/** Remembers a question that ended by itself. What was critical was no habit, and an answer has explained it. */
export function withRecovery(before: EpisodeState, after: EpisodeState, now: Moment): EpisodeState {
  const isNotified = before.notified?.episode === before.episode;
  const isRecovery =
    isNotified && before.open && !after.open && after.answer === null && before.severity === "warning";
  if (!isRecovery) return after;
  return { ...after, recovered: { times: timesLately(before, now) + 1, at: now } };
}

/**
 * How sure it has to be, as the logarithm of the odds. Each question that got warm again without anybody saying why
 * makes the next ones less likely: the heating is weak, or wind and habits let the rooms fall now and then. What is as
 * cold as it was then has to be clear.
 */
export function oddsNeeded(least: number, state: EpisodeState, celsius: number, now: Moment): number {
  const times = timesLately(state, now);
  if (times === 0) return least;
  if (celsius > coldestThen(state) - RECOVERED.colderBy) return ODDS.clear;
  return Math.min(ODDS.clear, least + RECOVERED.oddsEach * times);
}

/** A question that ended by itself again and again is a habit of the home, as far as it gets no colder than it did then. */
export const isUsualCold = (state: EpisodeState, celsius: number, now: Moment): boolean =>
  timesLately(state, now) >= RECOVERED.habitTimes && celsius > coldestThen(state);

/** Whether a question has ended by itself this winter. */
export const hasRecovered = (state: EpisodeState, now: Moment): boolean => timesLately(state, now) > 0;

/** How many questions in a row have ended by themselves, the last of them this winter. */
const timesLately = ({ recovered }: EpisodeState, now: Moment): number =>
  recovered != null && now - recovered.at <= RECOVERED.days * DAY_MS ? recovered.times : 0;

const coldestThen = ({ peak }: EpisodeState): number => peak?.evidence.value ?? Number.NEGATIVE_INFINITY;

/** Three, twelve and two hundred and fifty to one: the last is what a dead heating comes to within hours. */
export const ODDS = { danger: 1, sure: 2.5, clear: 5.5 } as const;
/** A winter, and what each such question adds to the odds that the next one needs. */
const RECOVERED = { days: 120, colderBy: 1.5, oddsEach: 1.5, habitTimes: 2 } as const;

/** `hours`: for how long it explains that the home gets colder. */
export type GivenAnswer = QuestionAnswer;

const HOURS_DEFAULT: Record<HeatingAnswer, number> = {
  turned_down: LIMITS.turnedDownHoursDefault,
  door_open: LIMITS.doorOpenHoursDefault,
  no: 0,
};

/** Whether it puts a question to the people of the home that still wants an answer. */
export const asksNow = ({ kind, closedAt }: Pick<AlertRecord, "kind" | "closedAt">): boolean =>
  kind === "heating_stopped" && closedAt === null;

/**
 * Remembers what somebody answered; the next judgement draws the conclusion. An acknowledgement stays as it
 * is: who says that the heating should be on has not promised to go and look.
 */
export function answerQuestion(
  state: EpisodeState,
  { answer, hours = HOURS_DEFAULT[answer] }: GivenAnswer,
  by: string | null,
  now: Moment,
): EpisodeState {
  return { ...state, answer: { is: answer, until: now + hours * HOUR_MS, at: now, by } };
}

const WINDOW_HOURS = 30;
const SMOOTHING_POINTS = 3;
const POINTS_MIN = 4;
/** What held the room until it began to fall is told by the outdoors of these hours. */
const HELD_HOURS = 12;

/**
 * A heating that gives all it can keeps a room warmer than the outdoors by as much as it did when the room began to
 * fall, give or take people and wind; and its radiators go on being warm. In K.
 */
const ALL_IT_CAN = { offsetSd: 4, fastSd: 0.7 } as const;

/**
 * Weighs a heating that is off against one that gives all it can in a frost, by the room's own course since it began to
 * fall: the first lets a room fall towards the outdoors at once and on and on, the second lets it follow them, later
 * and no further. Both obey the same law of cooling with any time constants. Answers the natural logarithm of the odds
 * for off; null where nobody knows the outdoors, or too little was heard since.
 */
export function offOdds(
  points: readonly Point[],
  since: Moment,
  outdoor: readonly Point[],
  now: Moment,
): number | null {
  const known = outdoorOf(outdoor);
  const recent = binned(points, now - WINDOW_HOURS * HOUR_MS, now);
  const falling = recent.filter(({ at }) => at >= since);
  const [first] = falling;
  if (known === null || first === undefined || falling.length < POINTS_MIN) return null;
  const stretch = { points: thinned(smoothed(falling, SMOOTHING_POINTS)), noise: noiseOf(recent) };
  const held = Array.from({ length: HELD_HOURS }, (_, hour) => known.at(first.at - hour * HOUR_MS));
  const off: Outside = { at: known.at, offset: FORECAST_OFFSET, isKnown: true, ...OF_A_HOME };
  const warmerBy = { mean: first.celsius - mean(held), sd: ALL_IT_CAN.offsetSd };
  const on: Outside = { ...off, offset: warmerBy, fastSd: ALL_IT_CAN.fastSd };
  return logOdds(stretch, [off, on], USUAL_TAU);
}
