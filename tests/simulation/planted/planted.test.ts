import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { PLANTED_BUGS } from "./bug.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");

test.each(PLANTED_BUGS)("$file has one place for: $breaks", ({ file, find, replace, suite }) => {
  expect(readFileSync(path.join(ROOT, file), "utf8").split(find)).toHaveLength(2);
  expect(replace).not.toBe(find);
  expect(suite === undefined || existsSync(path.join(ROOT, suite))).toBe(true);
});
