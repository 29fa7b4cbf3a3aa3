import { LIMITS } from "../../../schema/limits.ts";
import type { HeatingAnswer } from "../../../schema/vocabulary.ts";
import type { QuestionAnswer } from "../../../schema/wire/alerts.ts";
import { HOUR_MS, type Moment } from "../../kernel/time.ts";
import type { EpisodeState } from "../episode.ts";
import type { AlertRecord } from "../shown-alert.ts";

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
