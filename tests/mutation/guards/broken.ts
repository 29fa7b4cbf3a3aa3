import { readSource } from "../import-graph.ts";
import type { Guard } from "./guard.ts";

/** @throws Error where the guard does not stand in its file exactly once */
export function broken({ file, was, is }: Guard): string {
  const [before, after, ...more] = readSource(file).split(was);
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(`${file} holds this not exactly once: ${was}`);
  }
  return before + is + after;
}
