import { expect, test } from "vitest";
import { ackHoldsFrom, escalationFault, roundAfter, scheduleOf } from "../../../lib/alerts/escalation.ts";
import { LIMITS } from "../../../schema/limits.ts";
import { HOUR, MINUTE, T0 } from "./posts.ts";

const stepsAt = (...minutes: number[]) =>
  minutes.map((afterMinutes) => ({ whom: "everybody", channels: null, afterMinutes }));

test.each<[number[], RegExp | null]>([
  [[0], null],
  [[0, 5, 5, 15], null],
  [Array.from({ length: LIMITS.escalationStepsMax }, (_, place) => place), null],
  [[], /1 to \d+ steps/],
  [Array.from({ length: LIMITS.escalationStepsMax + 1 }, (_, place) => place), /1 to \d+ steps/],
  [[1], /must be 0/],
  [[0, 5, 4], /no earlier than the one before/],
])("steps after %j minutes are refused as %s", (minutes, said) => {
  const fault = escalationFault(stepsAt(...minutes));
  if (said === null) expect(fault).toBeNull();
  else expect(JSON.stringify(fault)).toMatch(said);
});

test("an acknowledgement lasts four hours; then its holder is asked, and everybody five minutes later", () => {
  expect(ackHoldsFrom(T0)).toBe(T0 - 4 * HOUR);
  const round = scheduleOf(roundAfter(stepsAt(0, 15), "usr_ada"), T0);
  expect(round.map(({ step, dueAt }) => [step.whom, (dueAt - T0) / MINUTE])).toEqual([
    ["usr_ada", 0],
    ["everybody", 5],
    ["everybody", 20],
  ]);
  expect(roundAfter(stepsAt(0, 15), null)).toEqual(stepsAt(0, 15));
});
