import type { Plan, ShareScope, ShareSuspension } from "../../schema/vocabulary.ts";
import { keepingOf, keptPlan, type StoredPlan } from "../history/retention.ts";
import { refuse } from "../kernel/outcome.ts";
import { suspensionOf } from "./share-link.ts";

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
  for (const { id, ...link } of links) {
    const because = suspensionOf(plan, link, liveLinks);
    if (because === null) liveLinks += 1;
    else suspended.set(id, because);
  }
  return suspended;
}

/** Everything but how many there are, which only the store can say in time; null where the plan covers it. */
export function refuseShare(plan: Plan, wish: Omit<WorkingLink, "id">) {
  const because = suspensionOf(plan, wish, 0);
  return because === null ? null : REFUSALS[because];
}

export const tooManyLinks = (plan: Plan) => (plan === "pro" ? refuse("too_many") : REFUSALS.links);

const forbidden = (what: string) => refuse("pro_required", `The Pro plan is required ${what}`);

const REFUSALS: { [S in ShareSuspension]: ReturnType<typeof refuse> } = {
  scope: forbidden("for links of the scopes history and metrics"),
  never_expires: forbidden("for links that never expire"),
  links: forbidden("for more than one share link: revoke the one there is, or let it expire"),
};

/** The path at which the link shows what it is for. */
export const shareUrl = (baseUrl: string, scope: ShareScope, token: string): string =>
  `${baseUrl}/api/share/${token}/${PAGES[scope]}`;
