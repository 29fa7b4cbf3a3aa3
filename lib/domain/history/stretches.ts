import type { Resolution } from "../../../schema/vocabulary.ts";
import { bucketCeiling, bucketStart } from "./buckets.ts";
import { planRead, type ReadRequest } from "./plan.ts";
import { keptFrom } from "./retention.ts";
import { dayStartMs } from "./utc-day.ts";

/** Part of an answer in one resolution, `fromMs` ≤ time < `toMs`, epoch milliseconds. */
export type Stretch = { resolution: Resolution; fromMs: number; toMs: number };

type Wish = Pick<ReadRequest, "resolution" | "fromMs" | "toMs" | "nowMs">;

/** The wish as one stretch where every plan still keeps it; null where it depends on the plan. */
export function stretchOfAnyPlan({ resolution, fromMs, toMs, nowMs }: Wish): Stretch[] | null {
  const first = keptFrom(resolution, { plan: "free", downgradedAtMs: null }, nowMs);
  if (first !== null && fromMs < dayStartMs(first)) return null;
  if (fromMs >= toMs) return [];
  if (resolution === "raw") return [{ resolution, fromMs, toMs }];
  return [{ resolution, fromMs: bucketStart(resolution, fromMs), toMs: bucketCeiling(resolution, toMs) }];
}

/**
 * `planRead` without the places: a day is sealed device by device, so that snapshots and chunks, or snapshots
 * and buckets, are asked together, and one statement sees each reading in exactly one of them. Oldest first.
 */
export function stretchesOf(request: ReadRequest): Stretch[] {
  const stretches: Stretch[] = [];
  for (const { resolution, fromMs, toMs } of planRead(request)) {
    const before = stretches.at(-1);
    if (before?.resolution === resolution) before.toMs = toMs;
    else stretches.push({ resolution, fromMs, toMs });
  }
  return stretches;
}
