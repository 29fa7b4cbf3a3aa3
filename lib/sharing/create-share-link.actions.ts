import type { NewShareLink, ShareLinkWithToken } from "../../schema/wire/account/keys.ts";
import type { Limited } from "../kernel/network.ts";
import { done, refuse } from "../kernel/outcome.ts";
import type { Services } from "../kernel/services.actions.ts";
import { DAY_MS } from "../kernel/time.ts";
import { type ActingMember, notMade } from "../people/items.ts";
import { madeItem, newMaking } from "../people/keys.actions.ts";
import { isProved } from "../people/sign-in.ts";
import { judgeShareWish, shareUrl, tooManyLinks } from "./covered.ts";
import { addShareLink } from "./own-share-links.queries.ts";
import { SHARE_EXPIRY_DAYS_DEFAULT, SHARING } from "./share-link.ts";

/** The token is in this answer and nowhere else. What never ends, or reads everything, asks for a fresh proof. */
export async function createShareLink(
  services: Services,
  acting: ActingMember,
  wish: NewShareLink,
): Promise<Limited<ShareLinkWithToken>> {
  const { name, scope, expires_in_days: days = SHARE_EXPIRY_DAYS_DEFAULT } = wish;
  const { db, clock, baseUrl } = services;
  const { member } = acting;
  const allowed = judgeShareWish(member.plan, { scope, expiresInDays: days });
  if (!allowed.ok) return allowed;
  if ((days === null || scope === "metrics") && !isProved(member, clock())) return refuse("prove_again");
  const making = await newMaking(services, acting, "share_links", name);
  if (!making.ok) return making;
  const { secret: token, act } = making.value;
  const expiresAt = days === null ? null : new Date(act.at.getTime() + days * DAY_MS);
  const verdict = await addShareLink(db, making.value, { scope, expiresAt }, SHARING[member.plan]);
  if (verdict !== "made") return notMade(verdict, tooManyLinks(member.plan));
  const expires_at = expiresAt?.toISOString() ?? null;
  const share_link = { ...madeItem(making.value), scope, expires_at, suspended_because: null };
  return done({ share_link, token, url: shareUrl(baseUrl, scope, token) });
}
