import { LIMITS } from "../../schema/limits.ts";
import { DAY_MS, MINUTE_MS } from "../kernel/time.ts";

/** What was asked for; nothing asked is the last 24 hours, with what a fast clock has already sent. */
export function readingsWindow(
  asked: { from: Date | undefined; to: Date | undefined },
  now: Date,
): { from: Date; to: Date } {
  const to = asked.to ?? new Date(now.getTime() + LIMITS.readingFutureMinutesMax * MINUTE_MS);
  return { from: asked.from ?? new Date(Math.min(now.getTime(), to.getTime()) - DAY_MS), to };
}
