import { type Plan, SHARE_EXPIRY_DAYS, SHARE_SCOPES, type ShareScope } from "../../schema/vocabulary.ts";
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

/** `expiresInDays` null is never; `liveLinks` counts the household's working links before this one. */
export type ShareWish = { scope: ShareScope; expiresInDays: number | null; liveLinks: number };

/** `expiry` is a wrong request whatever the plan; the others need Pro. */
export type ShareVerdict = "yes" | "expiry" | "plan_scope" | "plan_never_expires" | "plan_live_links";

export function mayShare(
  { plan }: { plan: Plan },
  { scope, expiresInDays, liveLinks }: ShareWish,
): ShareVerdict {
  const isChoice = expiresInDays === null || SHARE_EXPIRY_DAYS.some((days) => days === expiresInDays);
  if (!isChoice) return "expiry";
  const { scopes, neverExpires, linksMax } = SHARING[plan];
  if (!scopes.includes(scope)) return "plan_scope";
  if (expiresInDays === null && !neverExpires) return "plan_never_expires";
  return liveLinks >= linksMax ? "plan_live_links" : "yes";
}
