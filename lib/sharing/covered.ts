import {
  type Plan,
  SHARE_EXPIRY_DAYS,
  type ShareScope,
  type ShareSuspension,
} from "../../schema/vocabulary.ts";
import { keepingOf, keptPlan, type StoredPlan } from "../history/retention.ts";
import { done, type Outcome, refuse, refuseField } from "../kernel/outcome.ts";
import { mayShare, SHARE_EXPIRY_DAYS_DEFAULT, type ShareVerdict, type ShareWish } from "./share-link.ts";

const REASONS = {
  // Days of a link that works were a choice when it was made.
  expiry: "never_expires",
  plan_scope: "scope",
  plan_never_expires: "never_expires",
  plan_live_links: "links",
} as const satisfies Record<Exclude<ReturnType<typeof mayShare>, "yes">, ShareSuspension>;

const PAGES: { [S in ShareScope]: string } = { live: "latest", history: "readings", metrics: "metrics" };

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

/** Everything but how many there are, which only the store can say in time. */
export function judgeShareWish(plan: Plan, wish: Omit<ShareWish, "liveLinks">): Outcome<"yes"> {
  const verdict = mayShare({ plan }, { ...wish, liveLinks: 0 });
  return verdict === "yes" ? done(verdict) : REFUSALS[verdict];
}

export const tooManyLinks = (plan: Plan) => (plan === "pro" ? refuse("too_many") : REFUSALS.plan_live_links);

const forbidden = (what: string) => refuse("pro_required", `The Pro plan is required ${what}`);

const REFUSALS: { [V in Exclude<ShareVerdict, "yes">]: ReturnType<typeof refuse> } = {
  expiry: refuseField("expires_in_days", `must be ${SHARE_EXPIRY_DAYS.join(", ")} or null`),
  plan_scope: forbidden("for links of the scopes history and metrics"),
  plan_never_expires: forbidden("for links that never expire"),
  plan_live_links: forbidden("for more than one share link: revoke the one there is, or let it expire"),
};

/** The path at which the link shows what it is for. */
export const shareUrl = (baseUrl: string, scope: ShareScope, token: string): string =>
  `${baseUrl}/api/share/${token}/${PAGES[scope]}`;
