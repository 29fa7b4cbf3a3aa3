import { LIMITS } from "../../../schema/limits.ts";
import type { ShareScope } from "../../../schema/vocabulary.ts";
import { HOUR_MS, MINUTE_MS } from "../time.ts";

/**
 * The stretch a link may show of what was asked for: a live link the last 24 hours, any other all of it.
 * Nothing asked for is the last 24 hours, up to and including now.
 */
export function shareWindow(
  scope: ShareScope,
  asked: { from: Date | undefined; to: Date | undefined },
  now: Date,
): { from: Date; to: Date } {
  const dayAgo = new Date(now.getTime() - LIMITS.shareLiveHours * HOUR_MS);
  const to = asked.to ?? new Date(now.getTime() + LIMITS.readingFutureMinutesMax * MINUTE_MS);
  const from = asked.from ?? dayAgo;
  return { from: scope === "live" && from < dayAgo ? dayAgo : from, to };
}
