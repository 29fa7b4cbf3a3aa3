import { describe, expect, test } from "vitest";
import { sharingPlan, suspendedLinks, type WorkingLink } from "../../../lib/sharing/covered.ts";

const link = (id: string, over: Partial<WorkingLink> = {}): WorkingLink => ({
  id,
  scope: "live",
  neverExpires: false,
  ...over,
});
const NOW = new Date("2026-11-20T10:00:00Z");
const DAY_MS = 86_400_000;
const ago = (days: number) => NOW.getTime() - days * DAY_MS;

describe("the links that a plan does not cover", () => {
  const links = [
    link("history", { scope: "history" }),
    link("metrics", { scope: "metrics" }),
    link("never", { neverExpires: true }),
    link("oldest"),
    link("newer"),
  ];

  test("are none on Pro", () => {
    expect(suspendedLinks(links, "pro").size).toBe(0);
  });

  test("are all but the oldest live link with an end on Free, each for its reason", () => {
    expect(Object.fromEntries(suspendedLinks(links, "free"))).toEqual({
      history: "scope",
      metrics: "scope",
      never: "never_expires",
      newer: "links",
    });
  });
});

test("of more links than Pro gives, the oldest hundred go on", () => {
  const links = Array.from({ length: 101 }, (_, index) => link(`${index}`));
  expect([...suspendedLinks(links, "pro").keys()]).toEqual(["100"]);
});

describe("the plan that links go by", () => {
  test.each([
    ["Pro", { plan: "pro", trialEndsAtMs: null, downgradedAtMs: null }, "pro"],
    ["a running trial", { plan: "free", trialEndsAtMs: ago(-1), downgradedAtMs: null }, "pro"],
    [
      "a trial that ended within the grace",
      { plan: "free", trialEndsAtMs: ago(29), downgradedAtMs: null },
      "pro",
    ],
    ["a trial that ended before it", { plan: "free", trialEndsAtMs: ago(31), downgradedAtMs: null }, "free"],
    ["a downgrade within the grace", { plan: "free", trialEndsAtMs: null, downgradedAtMs: ago(29) }, "pro"],
    [
      "a downgrade at the grace's end",
      { plan: "free", trialEndsAtMs: null, downgradedAtMs: ago(30) },
      "free",
    ],
    ["a home that was always Free", { plan: "free", trialEndsAtMs: null, downgradedAtMs: null }, "free"],
  ] as const)("of %s", (_, stored, plan) => {
    expect(sharingPlan(stored, NOW)).toBe(plan);
  });
});
