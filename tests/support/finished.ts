import type { Steps } from "../../lib/kernel/steps.ts";

/** The result of work that is done in steps, all at once. */
export function finished<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
