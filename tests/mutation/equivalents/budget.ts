import type { Equivalent } from "./equivalent.ts";

/** Of `lib/budget`. */
export const BUDGET: Equivalent[] = [
  {
    file: "lib/budget/counts.ts",
    was: "trialEndsAt === null ? null : new Date(trialEndsAt)",
    is: "new Date(trialEndsAt)",
    why: "null becomes 1970, and a trial that ended then is none",
  },
  {
    file: "lib/budget/counts.ts",
    was: 'plan === "free" && effective === "pro"',
    is: 'plan === "free"',
    why: "a free home that is not on trial has no text messages anyway, and its month is asked first",
  },
];
