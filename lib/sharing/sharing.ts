import { LIMITS } from "../../schema/limits.ts";
import { type Plan, SHARE_SCOPES, type ShareScope } from "../../schema/vocabulary.ts";

/** What a plan lets a home's share links do. */
export type Sharing = { scopes: readonly ShareScope[]; linksMax: number; neverExpires: boolean };

export const SHARING: { [P in Plan]: Sharing } = {
  free: { scopes: ["live"], linksMax: LIMITS.freeShareLinksMax, neverExpires: false },
  pro: { scopes: SHARE_SCOPES, linksMax: LIMITS.shareLinksMax, neverExpires: true },
};
