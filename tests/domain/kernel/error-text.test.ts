import { expect, test } from "vitest";
import { messageOf, namedMessageOf } from "../../../lib/kernel/text.ts";

test("an error is reported by its message, with its kind where that is asked for", () => {
  expect(messageOf(new TypeError("no"))).toBe("no");
  expect(namedMessageOf(new TypeError("no"))).toBe("TypeError: no");
});

test.each([
  ["a text", "a text"],
  [7, "7"],
  [undefined, "undefined"],
])("what was thrown and is no error is told as it is: %s", (thrown, text) => {
  expect(messageOf(thrown)).toBe(text);
  expect(namedMessageOf(thrown)).toBe(text);
});
