import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { PROJECT_FOLDER } from "../../support/processes.ts";
import { PLANTED_BUGS } from "./bug.ts";

test.each(PLANTED_BUGS)("$file has one place for: $breaks", ({ file, find, replace }) => {
  expect(readFileSync(path.join(PROJECT_FOLDER, file), "utf8").split(find)).toHaveLength(2);
  expect(replace).not.toBe(find);
});
