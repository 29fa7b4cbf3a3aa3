import type { Plan } from "../../../schema/vocabulary.ts";
import type { Keeping } from "./retention.ts";

/** A household's plan as it is stored, epoch milliseconds. */
export type StoredPlan = { plan: Plan; trialEndsAtMs: number | null; downgradedAtMs: number | null };

/** A trial is Pro while it runs, and its end is a downgrade like any other. */
export function keepingOf({ plan, trialEndsAtMs, downgradedAtMs }: StoredPlan, nowMs: number): Keeping {
  if (plan === "pro" || trialEndsAtMs === null) return { plan, downgradedAtMs };
  if (nowMs < trialEndsAtMs) return { plan: "pro", downgradedAtMs };
  return { plan, downgradedAtMs: Math.max(trialEndsAtMs, downgradedAtMs ?? trialEndsAtMs) };
}
