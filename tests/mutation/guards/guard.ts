import { readLines } from "../../support/json-lines.ts";

/** A line that keeps a promise, the change that breaks it, and the tests that notice. */
export type Guard = {
  /** The promise that ends without it. */
  keeps: string;
  file: string;
  /** Stands in the file exactly once. */
  was: string;
  is: string;
  test: string;
};

/** Lines that the promises stand on: each has a test that fails without it. */
export const GUARDS = readLines<Guard>(new URL("guards.jsonl", import.meta.url));
