import { expect, test } from "vitest";
import { fnv1a } from "../../../lib/kernel/text.ts";

test.each([
  ["", 0x811c_9dc5],
  ["a", 0xe40c_292c],
  ["foobar", 0xbf9c_f968],
])("the hash of %j is the published one", (text, hash) => {
  expect(fnv1a(text)).toBe(hash);
});
