import { LIMITS } from "../../schema/limits.ts";
import { HOUR_MS } from "../kernel/time.ts";

/** The one rule for when a latest reading no longer tells how it is now. */
export const isStale = (at: Date, now: Date): boolean =>
  now.getTime() - at.getTime() > LIMITS.staleHours * HOUR_MS;
