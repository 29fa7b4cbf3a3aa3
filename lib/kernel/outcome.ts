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
  /** The path of the field that it is about: of the request, and once a page shows it, of its form. */
  field?: string;
};

export type Outcome<T> = { ok: true; value: T } | { ok: false; problem: Problem };

export const done = <const T>(value: T): Outcome<T> => ({ ok: true, value });

export const refuse = (name: ProblemName, sentence?: string): { ok: false; problem: Problem } => ({
  ok: false,
  problem: sentence === undefined ? { name } : { name, sentence },
});

/** For what is changed by its id: the same refusal where there is none, or none of the home's. */
export const doneIf = (wasThere: boolean): Outcome<{ ok: true }> =>
  wasThere ? done({ ok: true }) : refuse("not_found");

/** Refuses one field of a request: `"feeds.0.jsonRoot" must …`. */
export const refuseField = (field: string, must: string): { ok: false; problem: Problem } => ({
  ok: false,
  problem: { name: "invalid_request", field, sentence: `"${field}" ${must}` },
});
