import { expect, test } from "vitest";
import { ackHoldsUntil, roundAfter, scheduleOf } from "../../../lib/alerts/escalation.ts";
import { LIMITS } from "../../../schema/limits.ts";
import { EscalationChange } from "../../../schema/wire/escalation.ts";
import { HOUR, MINUTE, T0 } from "./posts.ts";

const stepsAt = (...minutes: number[]) =>
  minutes.map((afterMinutes) => ({ whom: "everybody", channels: null, afterMinutes }));

test.each<[number[], boolean]>([
  [[0], true],
  [[0, 5, 5, 15], true],
  [Array.from({ length: LIMITS.escalationStepsMax }, (_, place) => place), true],
  [[], false],
  [Array.from({ length: LIMITS.escalationStepsMax + 1 }, (_, place) => place), false],
  [[1], false],
  [[0, 5, 4], false],
])("steps after %j minutes are taken: %j", (minutes, isTaken) => {
  const steps = minutes.map((after_minutes) => ({ whom: "everybody", channels: null, after_minutes }));
  expect(EscalationChange.safeParse({ steps }).success).toBe(isTaken);
});

test("an acknowledgement lasts four hours; then its holder is asked, and everybody five minutes later", () => {
  expect(ackHoldsUntil(T0, false)).toBe(T0 + 4 * HOUR);
  const round = scheduleOf(roundAfter(stepsAt(0, 15), "usr_ada"), T0);
  expect(round.map(({ step, dueAt }) => [step.whom, (dueAt - T0) / MINUTE])).toEqual([
    ["usr_ada", 0],
    ["everybody", 5],
    ["everybody", 20],
  ]);
  expect(roundAfter(stepsAt(0, 15), null)).toEqual(stepsAt(0, 15));
});
