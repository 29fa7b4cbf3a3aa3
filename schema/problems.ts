import ingest from "./problems/ingest.json" with { type: "json" };
import machine from "./problems/machine.json" with { type: "json" };
import people from "./problems/people.json" with { type: "json" };

/** The words of a refusal: its status, and its sentence unless the code that refuses has a better one. */
export type ProblemWords = {
  status: 400 | 401 | 403 | 404 | 405 | 409 | 410 | 413 | 429 | 500;
  error: string;
};

type WordsOf<Json> = Readonly<Record<keyof Json, ProblemWords>>;

/** The refusals of posts, and those that every group uses. The ingest function bundles only these. */
export const INGEST_PROBLEMS = ingest as WordsOf<typeof ingest>;

/** Adds the refusals of groups that serve machines or the pages behind links. These bundle no others. */
export const MACHINE_PROBLEMS = /* @__PURE__ */ Object.assign(
  {},
  INGEST_PROBLEMS,
  machine as WordsOf<typeof machine>,
);

/** Every refusal. */
export const PROBLEMS = /* @__PURE__ */ Object.assign({}, MACHINE_PROBLEMS, people as WordsOf<typeof people>);

export type ProblemName = keyof typeof PROBLEMS;

/** The refusals that a group can answer. */
export type Problems = Readonly<Partial<Record<ProblemName, ProblemWords>>>;
