import { readFileSync } from "node:fs";
import path from "node:path";
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

const ROOT = path.resolve(import.meta.dirname, "../../..");

export const readSource = (file: string): string => readFileSync(path.join(ROOT, file), "utf8");

/** @throws Error where the guard does not stand in its file exactly once */
export function broken({ file, was, is }: Guard): string {
  const [before, after, ...more] = readSource(file).split(was);
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(`${file} holds this not exactly once: ${was}`);
  }
  return before + is + after;
}
