import { expect, test } from "vitest";
import { type Cap, Counts, countKey } from "../../../lib/budget/counts.ts";

const cap = (scope: Cap["scope"], max: number): Cap => ({
  scope,
  subject: "hh_ada",
  period: "2026-11",
  max,
  block: scope === "home" ? "month_used_up" : "all_used_up",
});
const keyOf = (scope: Cap["scope"]) => countKey({ channel: "sms", ...cap(scope, 0) });

test("as many messages are taken as each cap has room for, beside what was sent before", () => {
  const counts = new Counts({ [keyOf("home")]: 2 });
  const caps = [cap("home", 4), cap("instance", 3)];
  expect([1, 2, 3].map(() => counts.take("sms", caps))).toEqual([null, null, "month_used_up"]);
  const charge = { channel: "sms", subject: "hh_ada", period: "2026-11", add: 2 };
  expect(counts.charges()).toEqual([
    { ...charge, scope: "home", max: 4 },
    { ...charge, scope: "instance", max: 3 },
  ]);
});

test("of several caps that are full the first says why, and nothing is counted", () => {
  const counts = new Counts({ [keyOf("instance")]: 1, [keyOf("address")]: 1 });
  expect(counts.take("sms", [cap("home", 9), cap("instance", 1), cap("address", 1)])).toBe("all_used_up");
  expect(counts.charges()).toEqual([]);
});
