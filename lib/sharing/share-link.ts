import { type Plan, SHARE_SCOPES, type ShareScope, type ShareSuspension } from "../../schema/vocabulary.ts";
import type { HomeDevice } from "../devices/home-device.ts";
import { keepingOf, keptPlan, type StoredPlan } from "../history/retention.ts";
import { refuse } from "../kernel/outcome.ts";

/** The route of a link's scope in the API. */
export const SHARE_ROUTES: { [S in ShareScope]: string } = {
  live: "latest",
  history: "readings",
  metrics: "metrics",
};

/** The rights of share links on a plan. */
export type Sharing = { scopes: readonly ShareScope[]; linksMax: number; neverExpires: boolean };

export const SHARING: { [P in Plan]: Sharing } = {
  free: { scopes: ["live"], linksMax: 1, neverExpires: false },
  pro: { scopes: SHARE_SCOPES, linksMax: 100, neverExpires: true },
};

/** The home behind a share link, with its enabled devices in their order. Links show only visible sensors. */
export type SharedHome = { name: string; scope: ShareScope; devices: HomeDevice[] };

export const SHARE_EXPIRY_DAYS_DEFAULT = 30;
/** How much history a `live` link shows. */
export const SHARE_LIVE_HOURS = 24;

/** Returns why a plan excludes a link, or null. `liveLinks`: the number of working links that are older. */
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

/** A link that is neither expired nor revoked. */
export type WorkingLink = { id: string; scope: ShareScope; neverExpires: boolean };

/** Returns the plan that applies to a home's links: Pro during a trial and in the grace period after a downgrade. */
export const sharingPlan = (stored: StoredPlan, now: Date): Plan =>
  keptPlan(keepingOf(stored, now.getTime()), now.getTime());

/**
 * Returns the links that a plan excludes, with the reason. They don't work until a plan allows them again. `links` are
 * in creation order: if there are too many, the oldest ones keep working.
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

/** Returns a refusal if the plan excludes the link, else null. Ignores their number: only the insert can count safely. */
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
