import { type Plan, SHARE_EXPIRY_DAYS, type ShareScope } from "../../schema/vocabulary.ts";
import { done, type Outcome, refuse } from "../kernel/outcome.ts";
import { mayShare, type ShareVerdict, type ShareWish } from "../people/entitlement.ts";

/** Everything but how many there are, which only the store can say in time. */
export function judgeShareWish(plan: Plan, wish: Omit<ShareWish, "liveLinks">): Outcome<"yes"> {
  const verdict = mayShare({ plan }, { ...wish, liveLinks: 0 });
  return verdict === "yes" ? done(verdict) : REFUSALS[verdict];
}

export const tooManyLinks = (plan: Plan) => (plan === "pro" ? refuse("too_many") : REFUSALS.plan_live_links);

const forbidden = (what: string) => refuse("pro_required", `The Pro plan is required ${what}`);

const REFUSALS: { [V in Exclude<ShareVerdict, "yes">]: ReturnType<typeof refuse> } = {
  expiry: refuse("invalid_request", `"expires_in_days" must be ${SHARE_EXPIRY_DAYS.join(", ")} or null`),
  plan_scope: forbidden("for links of the scopes history and metrics"),
  plan_never_expires: forbidden("for links that never expire"),
  plan_live_links: forbidden("for more than one share link: revoke the one there is, or let it expire"),
};

const PAGES: { [S in ShareScope]: string } = { live: "latest", history: "readings", metrics: "metrics" };

/** The path at which the link shows what it is for. */
export const shareUrl = (baseUrl: string, scope: ShareScope, token: string): string =>
  `${baseUrl}/api/share/${token}/${PAGES[scope]}`;
