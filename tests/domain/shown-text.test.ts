import { expect, test } from "vitest";
import { shownText } from "../../schema/wire/text.ts";

const name = shownText(1, 16);

test("a name loses what turns its text around and what nobody sees, and keeps the joiners of emoji", () => {
  expect(name.parse(" Cel\u202elar\u200b ")).toBe("Cellar");
  expect(name.parse("C\u00ade\u034fl\u2028lar\u3164")).toBe("Cellar");
  expect(name.parse("👩\u200d🔧 shed")).toBe("👩\u200d🔧 shed");
});

test("a name of nothing but such characters is none", () => {
  for (const text of ["\u202e\u2066\u200b", "\u200d\ufe0f", "\u2800", "\u3164 \u115f"])
    expect(name.safeParse(text).success).toBe(false);
});
