import type { Equivalent } from "./equivalent.ts";

export const HISTORY: Equivalent[] = [
  {
    file: "lib/domain/history/aggregate.ts",
    was: "a.last > b.last",
    is: "a.last >= b.last",
    why: "of two equal values either is the last",
  },
  {
    file: "lib/domain/history/aggregate.ts",
    was: "a.lastAtMicros > b.lastAtMicros",
    is: "a.lastAtMicros >= b.lastAtMicros",
    why: "equal moments were looked at before",
  },
  {
    file: "lib/domain/history/plan.ts",
    was: "tierFromMs >= toMs",
    is: "tierFromMs > toMs",
    why: "a piece of nothing is left out in the end",
  },
  {
    file: "lib/domain/history/retention.ts",
    was: 'plan !== "free" || downgradedAtMs === null',
    is: 'plan !== "free"',
    why: "the type checker asks; null is 1970 to a sum, whose days of grace are over",
  },
];
