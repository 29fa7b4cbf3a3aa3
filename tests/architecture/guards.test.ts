import { expect, test } from "vitest";
import { broken, GUARDS } from "../mutation/guards/guard.ts";
import { filesOf } from "./modules.ts";

test("guards stand where they are said to, and `npm run mutate -- --guards` breaks each", () => {
  for (const guard of GUARDS) expect(broken(guard)).toContain(guard.is);
  expect(GUARDS).toHaveLength(46);
});

test("the tests that notice them are there", () => {
  const tests = new Set(filesOf("tests/**/*.test.ts"));
  expect(GUARDS.map(({ test: file }) => file).filter((file) => !tests.has(file))).toEqual([]);
});
