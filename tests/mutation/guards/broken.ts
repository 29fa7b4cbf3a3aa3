import { readFileSync } from "node:fs";
import path from "node:path";
import type { Guard } from "./guard.ts";

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
