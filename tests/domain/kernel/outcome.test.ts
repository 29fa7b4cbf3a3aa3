import { expect, test } from "vitest";
import { done, refuse } from "../../../lib/kernel/outcome.ts";

test("a refusal has its name, and a sentence only where more is known", () => {
  expect(refuse("too_many")).toStrictEqual({ ok: false, problem: { name: "too_many" } });
  expect(refuse("too_many", "No more.")).toStrictEqual({
    ok: false,
    problem: { name: "too_many", sentence: "No more." },
  });
  expect(done(7)).toStrictEqual({ ok: true, value: 7 });
});
