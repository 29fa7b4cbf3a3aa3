import { describe, expect, test } from "vitest";
import { allPlanLimits } from "../../../lib/export/plan-limits.ts";
import { effectivePlan } from "../../../lib/kernel/plan.ts";
import { ACTIONS, type Action, may, planAllows } from "../../../lib/people/entitlement.ts";
import { suspensionOf } from "../../../lib/sharing/share-link.ts";
import { PLANS, type Plan, ROLES, SHARE_EXPIRY_DAYS } from "../../../schema/vocabulary.ts";
import { readLines } from "../../support/json-lines.ts";

/** Columns: owner, manager, member, viewer. y: allowed; p: allowed on Pro; -: never. Not derived from the code. */
const MATRIX = Object.fromEntries(
  readLines<[Action, string]>(new URL("entitlement.jsonl", import.meta.url)),
) as Record<Action, string>;

const EXPECTED: Record<string, Record<Plan, "yes" | "role" | "plan">> = {
  y: { free: "yes", pro: "yes" },
  p: { free: "plan", pro: "yes" },
  "-": { free: "role", pro: "role" },
};

describe("the rights of a role and a plan", () => {
  const cells = ACTIONS.flatMap((action) =>
    ROLES.flatMap((role, place) =>
      PLANS.map((plan) => [action, role, plan, EXPECTED[MATRIX[action].charAt(place)]?.[plan]] as const),
    ),
  );

  test.each(cells)("%s by the %s of a %s home: %s", (action, role, plan, expected) => {
    expect(may(action, { plan, role })).toBe(expected);
  });

  test("depend on the plan alone if the caller is a key", () => {
    expect(PLANS.map((plan) => planAllows("use_api", plan))).toEqual([false, true]);
    expect(PLANS.map((plan) => planAllows("use_inbound", plan))).toEqual([false, true]);
    expect(PLANS.map((plan) => planAllows("read_home", plan))).toEqual([true, true]);
  });
});

describe("a trial", () => {
  const ends = new Date("2026-02-01T00:00:00Z");

  test.each<[Plan, Date | null, string, Plan]>([
    ["free", ends, "2026-01-31T23:59:59.999Z", "pro"],
    ["free", ends, "2026-02-01T00:00:00.000Z", "free"],
    ["free", null, "2026-01-01T00:00:00.000Z", "free"],
    ["pro", ends, "2026-03-01T00:00:00.000Z", "pro"],
    ["pro", null, "2026-03-01T00:00:00.000Z", "pro"],
  ])("of a %s home until %s makes it at %s %s", (plan, trialEndsAt, now, effective) => {
    expect(effectivePlan({ plan, trialEndsAt }, new Date(now))).toBe(effective);
  });
});

describe("a share link", () => {
  test.each([
    ["free", "live", false, null],
    ["free", "live", true, "never_expires"],
    ["free", "history", false, "scope"],
    ["free", "metrics", false, "scope"],
    ["pro", "metrics", true, null],
  ] as const)(
    "of a %s home and scope %s, for ever: %s, is suspended for %s",
    (plan, scope, neverExpires, because) => {
      expect(suspensionOf(plan, { scope, neverExpires }, 0)).toBe(because);
    },
  );
});

test("a link may last a day, a week, a month or three", () => {
  expect(SHARE_EXPIRY_DAYS).toEqual([1, 7, 30, 90]);
});

test("the choice of a plan shows what each of them gives a home", () => {
  expect(allPlanLimits()).toEqual(readLines(new URL("plan-limits.jsonl", import.meta.url)));
});
