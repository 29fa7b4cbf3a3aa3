import type { Plan, ShareScope, ShareSuspension } from "../../schema/vocabulary.ts";
import { keepingOf, keptPlan, type StoredPlan } from "../history/retention.ts";
import { mayShare, SHARE_EXPIRY_DAYS_DEFAULT } from "../people/entitlement.ts";

/** A link that neither ended nor was revoked. */
export type WorkingLink = { id: string; scope: ShareScope; neverExpires: boolean };

/**
 * The plan that a home's links go by: Pro while a trial runs, and through the days of grace after a
 * downgrade.
 */
export const sharingPlan = (stored: StoredPlan, now: Date): Plan =>
  keptPlan(keepingOf(stored, now.getTime()), now.getTime());

/**
 * The links that a plan does not cover, and why; they answer nothing until it does again. `links` are in the
 * order of making: of more than the plan gives, the oldest go on.
 */
export function suspendedLinks(links: readonly WorkingLink[], plan: Plan): Map<string, ShareSuspension> {
  const suspended = new Map<string, ShareSuspension>();
  let liveLinks = 0;
  for (const { id, scope, neverExpires } of links) {
    const expiresInDays = neverExpires ? null : SHARE_EXPIRY_DAYS_DEFAULT;
    const verdict = mayShare({ plan }, { scope, expiresInDays, liveLinks });
    if (verdict === "yes") liveLinks += 1;
    else suspended.set(id, REASONS[verdict]);
  }
  return suspended;
}

const REASONS = {
  // Days of a link that works were a choice when it was made.
  expiry: "never_expires",
  plan_scope: "scope",
  plan_never_expires: "never_expires",
  plan_live_links: "links",
} as const satisfies Record<Exclude<ReturnType<typeof mayShare>, "yes">, ShareSuspension>;
