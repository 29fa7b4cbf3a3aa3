import { LIMITS } from "../../schema/limits.ts";

/** The one rule for when a latest reading no longer tells how it is now. */
export const isStale = (at: Date, now: Date): boolean =>
  now.getTime() - at.getTime() > LIMITS.staleHours * 3_600_000;
