import type { ProblemName } from "../../schema/problems.ts";
import type { Language } from "../../schema/vocabulary.ts";

/**
 * A refusal as data: its name fixes the status, `sentence` replaces the standard text where more is known.
 */
export type Problem = {
  name: ProblemName;
  sentence?: string;
  /** The same for people who read a page, in each language. */
  sentences?: Record<Language, string>;
  /** The field of a form that it is about. */
  field?: string;
};

export type Outcome<T> = { ok: true; value: T } | { ok: false; problem: Problem };

export const done = <T>(value: T): Outcome<T> => ({ ok: true, value });

export const refuse = (name: ProblemName, sentence?: string): { ok: false; problem: Problem } => ({
  ok: false,
  problem: sentence === undefined ? { name } : { name, sentence },
});

/** For what is changed by its id: the same refusal where there is none, or none of the home's. */
export const doneIf = (wasThere: boolean): Outcome<{ ok: true }> =>
  wasThere ? done({ ok: true }) : refuse("not_found");
