import { type Plan, SHARE_SCOPES, type ShareScope, type ShareSuspension } from "../../schema/vocabulary.ts";
import type { HomeDevice } from "../devices/home-device.ts";
import { SHARING_LIMITS } from "./limits.ts";

/** What a plan lets a home's share links do. */
export type Sharing = { scopes: readonly ShareScope[]; linksMax: number; neverExpires: boolean };

export const SHARING: { [P in Plan]: Sharing } = {
  free: { scopes: ["live"], linksMax: SHARING_LIMITS.freeShareLinksMax, neverExpires: false },
  pro: { scopes: SHARE_SCOPES, linksMax: SHARING_LIMITS.shareLinksMax, neverExpires: true },
};

/** What a share link leads to: enabled devices in the household's order. Of their sensors it shows the visible ones. */
export type SharedHome = { name: string; scope: ShareScope; devices: HomeDevice[] };

export const SHARE_EXPIRY_DAYS_DEFAULT = 30;

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
