import type { Invariant } from "./invariant.ts";

/** Everybody takes locks in one order: no transaction is taken back because two waited for each other. */
export const nobodyWaitsInACircle: Invariant = {
  name: "no two wait for each other",
  check: ({ contention }) => ({
    checked: contention === null ? 0 : 1,
    broken: contention?.deadlocks.splice(0) ?? [],
  }),
};
