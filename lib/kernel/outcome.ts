import type { ProblemName } from "../../schema/problems.ts";
import type { Language } from "../../schema/vocabulary.ts";

/**
 * A refusal as data. Its name determines the HTTP status; `sentence` replaces the standard text with a specific one.
 */
export type Problem = {
  name: ProblemName;
  sentence?: string;
  /** The sentence that pages show, in each language. */
  sentences?: Record<Language, string>;
  /** The path of the rejected field in the request, such as `feeds.0.jsonRoot`. A page maps it to its form's field. */
  field?: string;
};

export type Outcome<T> = { ok: true; value: T } | { ok: false; problem: Problem };

export const done = <const T>(value: T): Outcome<T> => ({ ok: true, value });

export const refuse = (name: ProblemName, sentence?: string): { ok: false; problem: Problem } => ({
  ok: false,
  problem: sentence === undefined ? { name } : { name, sentence },
});

/** Succeeds if a change by id found its row. A missing row and another home's row get the same refusal. */
export const doneIf = (wasThere: boolean): Outcome<{ ok: true }> =>
  wasThere ? done({ ok: true }) : refuse("not_found");

/** Refuses one field of a request, with the sentence `"feeds.0.jsonRoot" must …`. */
export const refuseField = (field: string, must: string): { ok: false; problem: Problem } => ({
  ok: false,
  problem: { name: "invalid_request", field, sentence: `"${field}" ${must}` },
});
