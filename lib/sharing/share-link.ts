import { type Plan, SHARE_SCOPES, type ShareScope, type ShareSuspension } from "../../schema/vocabulary.ts";
import type { HomeDevice } from "../devices/home-device.ts";
import { keepingOf, keptPlan, type StoredPlan } from "../history/retention.ts";
import { refuse } from "../kernel/outcome.ts";

const PAGES: { [S in ShareScope]: string } = { live: "latest", history: "readings", metrics: "metrics" };

/** What a plan lets a home's share links do. */
export type Sharing = { scopes: readonly ShareScope[]; linksMax: number; neverExpires: boolean };

export const SHARING: { [P in Plan]: Sharing } = {
  free: { scopes: ["live"], linksMax: 1, neverExpires: false },
  pro: { scopes: SHARE_SCOPES, linksMax: 100, neverExpires: true },
};

/** What a share link leads to: enabled devices in the household's order. Of their sensors it shows the visible ones. */
export type SharedHome = { name: string; scope: ShareScope; devices: HomeDevice[] };

export const SHARE_EXPIRY_DAYS_DEFAULT = 30;
/** What a live link shows of the past. */
export const SHARE_LIVE_HOURS = 24;

/** Why a plan does not cover a link; null where it does. `liveLinks` counts the household's working links before this one. */
export function suspensionOf(
  plan: Plan,
  { scope, neverExpires }: { scope: ShareScope; neverExpires: boolean },
  liveLinks: number,
): ShareSuspension | null {
  const allowed = SHARING[plan];
  if (!allowed.scopes.includes(scope)) return "scope";
  if (neverExpires && !allowed.neverExpires) return "never_expires";
  return liveLinks >= allowed.linksMax ? "links" : null;
}

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
