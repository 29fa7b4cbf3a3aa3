import { LIMITS } from "../../schema/limits.ts";
import { type Plan, RESOLUTIONS, type Resolution } from "../../schema/vocabulary.ts";
import { DAY_MS } from "../kernel/time.ts";
import { bucketCeiling, bucketStart, dayEndMs, dayStartMs, type UtcDay, utcDayOf } from "./buckets.ts";

/**
 * How many days of each tier a plan keeps; null is for ever (CONTRACT section 9). A coarser tier is never
 * kept shorter.
 */
export const RETENTION_DAYS: Record<Plan, Record<Resolution | "log", number | null>> = {
  free: { raw: 10, "15m": 30, "1h": 365, "1d": null, log: 90 },
  pro: { raw: 90, "15m": 400, "1h": null, "1d": null, log: 400 },
};

/** `log` is alerts and activity. */
type Tier = keyof (typeof RETENTION_DAYS)[Plan];

/** A Pro home's history stays whole this long after it has gone to Free. */
export const DOWNGRADE_GRACE_DAYS = 30;

/**
 * How old a reading may be when it arrives, and an hour for one that was judged in time and is still on its
 * way.
 */
const LATE_WINDOW_MS = LIMITS.readingPastDaysMax * DAY_MS + 3_600_000;

/**
 * A household as retention sees it; `downgradedAtMs` is when it last went from Pro to Free, null if never.
 */
export type Keeping = { plan: Plan; downgradedAtMs: number | null };

/** What every home keeps at least. */
export const LEAST_KEPT: Keeping = { plan: "free", downgradedAtMs: null };

/** The plan whose tiers are kept now: Pro through the days of grace. */
export function keptPlan({ plan, downgradedAtMs }: Keeping, nowMs: number): Plan {
  if (plan !== "free" || downgradedAtMs === null) return plan;
  return nowMs < downgradedAtMs + DOWNGRADE_GRACE_DAYS * DAY_MS ? "pro" : "free";
}

/**
 * The first day of the tier that the household keeps, before which rows may go; null keeps all. The day that the limit
 * falls into is kept whole.
 */
export function keptFrom(tier: Tier, keeping: Keeping, nowMs: number): UtcDay | null {
  const days = RETENTION_DAYS[keptPlan(keeping, nowMs)][tier];
  return days === null ? null : utcDayOf(nowMs - days * DAY_MS);
}

/** True if a day can get no more readings: even one as late as allowed, and slow on its way, would have arrived. */
export const isClosedDay = (day: UtcDay, nowMs: number): boolean => dayEndMs(day) + LATE_WINDOW_MS <= nowMs;

/**
 * The first day that is not closed: a sensor whose days before it are sealed has no hot reading before it.
 */
export const firstOpenDay = (nowMs: number): UtcDay => utcDayOf(nowMs - LATE_WINDOW_MS);

/** A household's plan as it is stored, epoch milliseconds. */
export type StoredPlan = { plan: Plan; trialEndsAtMs: number | null; downgradedAtMs: number | null };

/** A trial is Pro while it runs, and its end is a downgrade like any other. */
export function keepingOf({ plan, trialEndsAtMs, downgradedAtMs }: StoredPlan, nowMs: number): Keeping {
  if (plan === "pro" || trialEndsAtMs === null) return { plan, downgradedAtMs };
  if (nowMs < trialEndsAtMs) return { plan: "pro", downgradedAtMs };
  return { plan, downgradedAtMs: Math.max(trialEndsAtMs, downgradedAtMs ?? trialEndsAtMs) };
}

/** Part of an answer in one resolution, `fromMs` ≤ time < `toMs`, epoch milliseconds. */
export type Stretch = { resolution: Resolution; fromMs: number; toMs: number };

type ReadRequest = Stretch & { keeping: Keeping; nowMs: number };

/**
 * What answers a request, oldest stretch first, without gap or overlap. Where the wanted resolution is no longer kept, the
 * next coarser one answers: each begins on the first day it is kept and ends where the next begins. The outer ends are
 * widened to whole buckets: a bucket is shown whole or not at all. Inner ends lie on days, which are whole in every one.
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

/** True where every plan still keeps the wanted resolution: then what the home's plan is makes no difference. */
export const isKeptByAll = ({ resolution, fromMs, nowMs }: Omit<ReadRequest, "keeping">): boolean => {
  const first = keptFrom(resolution, LEAST_KEPT, nowMs);
  return first === null || fromMs >= dayStartMs(first);
};
