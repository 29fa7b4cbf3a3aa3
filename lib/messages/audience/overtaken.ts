import { LIMITS } from "../../../schema/limits.ts";
import type { Transition } from "../../../schema/vocabulary.ts";
import type { DueFinding } from "./due-finding.ts";

/** The end, and worse news, make pointless whatever anyone has not got yet of an alert … */
export const ENDS_WAITING: readonly Transition[] = ["worsened", "closed"];
/** … a reminder what its own reader has not got yet. */
export const STANDS_FOR_EARLIER: readonly Transition[] = [...ENDS_WAITING, "reminded"];

/** Leaves out what later news of the same alert makes pointless; oldest first. */
export const withoutOvertaken = (findings: readonly DueFinding[], by: readonly Transition[]): DueFinding[] =>
  findings.filter(
    (due) =>
      !findings.some(
        (later) =>
          later.alertId === due.alertId && isAfter(later, due) && by.includes(later.finding.transition),
      ),
  );

/** A step tells news again, and so comes after them; of two steps the later one. */
const isAfter = (one: DueFinding, other: DueFinding): boolean =>
  one.finding.sequence !== other.finding.sequence
    ? one.finding.sequence > other.finding.sequence
    : placeOf(one) > placeOf(other);

const placeOf = ({ stage }: DueFinding): number =>
  stage === undefined ? -1 : stage.round * LIMITS.escalationStepsMax * 2 + stage.place;
