import { readLines } from "../../support/json-lines.ts";

/**
 * A bug that is planted in a copy of the project: a text of a file, which stands there once, becomes another.
 */
export type PlantedBug = {
  /** What it breaks. */
  breaks: string;
  file: string;
  find: string;
  replace: string;
  /** The test that sees it where a simulated history cannot. */
  suite?: string;
  /**
   * The histories of one machine that see it, of one act each, which follows from the seed: which act a seed begins
   * with is its place in ACTS.
   */
  machine?: { from: number; seeds: number };
};

export const PLANTED_BUGS = readLines<PlantedBug>(new URL("bugs.jsonl", import.meta.url));
