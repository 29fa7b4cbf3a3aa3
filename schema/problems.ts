import ingest from "./problems/ingest.json" with { type: "json" };
import machine from "./problems/machine.json" with { type: "json" };
import people from "./problems/people.json" with { type: "json" };

/** What an answer that refuses says: its status, and its sentence where the place that refuses knows no better one. */
export type ProblemWords = {
  status: 400 | 401 | 403 | 404 | 405 | 409 | 410 | 413 | 429 | 500;
  error: string;
};

type WordsOf<Json> = Readonly<Record<keyof Json, ProblemWords>>;

/** The refusals of a post, and those that the code of every group names: the ingest function has these words and no others. */
export const INGEST_PROBLEMS = ingest as WordsOf<typeof ingest>;

/** With those of the groups that speak with machines and show what links lead to: their bundles have no others. */
export const MACHINE_PROBLEMS = /* @__PURE__ */ Object.assign(
  {},
  INGEST_PROBLEMS,
  machine as WordsOf<typeof machine>,
);

/** Every refusal, once. */
export const PROBLEMS = /* @__PURE__ */ Object.assign({}, MACHINE_PROBLEMS, people as WordsOf<typeof people>);

export type ProblemName = keyof typeof PROBLEMS;

/** The refusals that a group can answer. */
export type Problems = Readonly<Partial<Record<ProblemName, ProblemWords>>>;
