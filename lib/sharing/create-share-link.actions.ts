import type { NewShareLink, ShareLinkWithToken } from "../../schema/wire/account/keys.ts";
import type { Limited } from "../kernel/network.ts";
import { done, refuse } from "../kernel/outcome.ts";
import type { Services } from "../kernel/services.actions.ts";
import { DAY_MS } from "../kernel/time.ts";
import type { ActingMember } from "../people/items.ts";
import { handOut } from "../people/keys.actions.ts";
import { isProved } from "../people/sign-in.ts";
import { refuseShare, shareUrl, tooManyLinks } from "./covered.ts";
import { addShareLink } from "./own-share-links.queries.ts";
import { SHARE_EXPIRY_DAYS_DEFAULT, SHARING } from "./share-link.ts";

/** The token is in this answer and nowhere else. What never ends, or reads everything, asks for a fresh proof. */
export async function createShareLink(
  services: Services,
  acting: ActingMember,
  wish: NewShareLink,
): Promise<Limited<ShareLinkWithToken>> {
  const { name, scope, expires_in_days: days = SHARE_EXPIRY_DAYS_DEFAULT } = wish;
  const { member } = acting;
  const now = services.clock();
  const refused = refuseShare(member.plan, { scope, neverExpires: days === null });
  if (refused !== null) return refused;
  if ((days === null || scope === "metrics") && !isProved(member, now)) return refuse("prove_again");
  const expiresAt = days === null ? null : new Date(now.getTime() + days * DAY_MS);
  const made = await handOut(services, acting, {
    table: "share_links",
    name,
    add: (making) => addShareLink(services.db, making, { scope, expiresAt }, SHARING[member.plan]),
    full: tooManyLinks(member.plan),
  });
  if (!made.ok) return made;
  const { item, secret: token } = made.value;
  const expires_at = expiresAt?.toISOString() ?? null;
  const share_link = { ...item, scope, expires_at, suspended_because: null };
  return done({ share_link, token, url: shareUrl(services.baseUrl, scope, token) });
}
