import { LIMITS } from "../../schema/limits.ts";
import { type Plan, RESOLUTIONS, type Resolution } from "../../schema/vocabulary.ts";
import { DAY_MS } from "../kernel/time.ts";
import { bucketCeiling, bucketStart, dayEndMs, dayStartMs, type UtcDay, utcDayOf } from "./buckets.ts";

/** The days that a plan keeps each tier; null for ever (CONTRACT section 9). A coarser tier is never kept shorter. */
export const RETENTION_DAYS: Record<Plan, Record<Resolution | "log", number | null>> = {
  free: { raw: 10, "15m": 30, "1h": 365, "1d": null, log: 90 },
  pro: { raw: 90, "15m": 400, "1h": null, "1d": null, log: 400 },
};

/** A resolution, or `log` for alerts and activity. */
type Tier = keyof (typeof RETENTION_DAYS)[Plan];

/** How long a home keeps its whole history after a downgrade from Pro to Free. */
export const DOWNGRADE_GRACE_DAYS = 30;

/** The greatest age of a reading on arrival, plus an hour for readings that were accepted in time and are in flight. */
const LATE_WINDOW_MS = LIMITS.readingPastDaysMax * DAY_MS + 3_600_000;

/** The facts that decide a home's retention. `downgradedAtMs`: the last change from Pro to Free; null if never. */
export type Keeping = { plan: Plan; downgradedAtMs: number | null };

/** The shortest retention that any home has. */
export const LEAST_KEPT: Keeping = { plan: "free", downgradedAtMs: null };

/** Returns the plan whose retention applies: Pro also in the grace period after a downgrade. */
export function keptPlan({ plan, downgradedAtMs }: Keeping, nowMs: number): Plan {
  if (plan !== "free" || downgradedAtMs === null) return plan;
  return nowMs < downgradedAtMs + DOWNGRADE_GRACE_DAYS * DAY_MS ? "pro" : "free";
}

/** Returns the first day of a tier that the home keeps, whole; earlier rows may be deleted. Null keeps everything. */
export function keptFrom(tier: Tier, keeping: Keeping, nowMs: number): UtcDay | null {
  const days = RETENTION_DAYS[keptPlan(keeping, nowMs)][tier];
  return days === null ? null : utcDayOf(nowMs - days * DAY_MS);
}

/** Tells if a day can get no more readings: even the latest allowed one would have arrived by now. */
export const isClosedDay = (day: UtcDay, nowMs: number): boolean => dayEndMs(day) + LATE_WINDOW_MS <= nowMs;

/** Returns the first day that isn't closed. Once all earlier days are sealed, no snapshots are older. */
export const firstOpenDay = (nowMs: number): UtcDay => utcDayOf(nowMs - LATE_WINDOW_MS);

/** A home's plan as stored. Times are in epoch milliseconds. */
export type StoredPlan = { plan: Plan; trialEndsAtMs: number | null; downgradedAtMs: number | null };

/** Treats a running trial as Pro, and its end as a downgrade. */
export function keepingOf({ plan, trialEndsAtMs, downgradedAtMs }: StoredPlan, nowMs: number): Keeping {
  if (plan === "pro" || trialEndsAtMs === null) return { plan, downgradedAtMs };
  if (nowMs < trialEndsAtMs) return { plan: "pro", downgradedAtMs };
  return { plan, downgradedAtMs: Math.max(trialEndsAtMs, downgradedAtMs ?? trialEndsAtMs) };
}

/** A part of an answer with one resolution, `fromMs` ≤ time < `toMs`, in epoch milliseconds. */
export type Stretch = { resolution: Resolution; fromMs: number; toMs: number };

type ReadRequest = Stretch & { keeping: Keeping; nowMs: number };

/**
 * Returns the stretches that answer a request, oldest first, without gap or overlap. Where the requested resolution is
 * no longer kept, the next coarser one answers: it begins on its first kept day and ends where the finer one begins.
 * The outer ends are widened to whole buckets. Inner ends are at days, which are whole in every resolution.
 */
export function stretchesOf({ resolution, fromMs, toMs, keeping, nowMs }: ReadRequest): Stretch[] {
  const stretches: Stretch[] = [];
  let end = toMs;
  for (const tier of RESOLUTIONS.slice(RESOLUTIONS.indexOf(resolution))) {
    const first = keptFrom(tier, keeping, nowMs);
    const from = Math.max(fromMs, first === null ? fromMs : dayStartMs(first));
    if (from >= end) continue;
    stretches.unshift(widened({ resolution: tier, fromMs: from, toMs: end }));
    end = from;
  }
  return stretches;
}

function widened({ resolution, fromMs, toMs }: Stretch): Stretch {
  if (resolution === "raw") return { resolution, fromMs, toMs };
  return { resolution, fromMs: bucketStart(resolution, fromMs), toMs: bucketCeiling(resolution, toMs) };
}

/** Tells if every plan still keeps the requested resolution, so that the home's plan makes no difference. */
export const isKeptByAll = ({ resolution, fromMs, nowMs }: Omit<ReadRequest, "keeping">): boolean => {
  const first = keptFrom(resolution, LEAST_KEPT, nowMs);
  return first === null || fromMs >= dayStartMs(first);
};
