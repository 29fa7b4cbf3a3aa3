/** What a worker is sent, once. */
export type Plan = {
  /** The files that are loaded with their mutants in them, each with the number of its first mutant. */
  first: [file: string, number: number][];
  /** The test files that reach any of them. */
  tests: string[];
  mutants: PlannedMutant[];
};

export type PlannedMutant = {
  id: number;
  source: string;
  /** Test files, nearest first. */
  reachedBy: string[];
  /** Its file keeps what it has made: a mutant that comes later may never be asked for. */
  keepsState: boolean;
};

/** `equivalent` is said by a list, the others by tests. */
export type Verdict = "killed" | "survived" | "not met" | "equivalent";

export type Answer =
  | { kind: "ready"; failing: string[] }
  | { kind: "begin"; id: number }
  | { kind: "end"; id: number; verdict: Verdict }
  | { kind: "done" };
