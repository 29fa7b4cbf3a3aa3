import { ID_PREFIXES, SECRET_TYPES } from "../../schema/vocabulary.ts";
import type { NewShareLink, ShareLinkWithToken } from "../../schema/wire/account/keys.ts";
import { spend } from "../budget/spend.actions.ts";
import type { Limited } from "../kernel/network.ts";
import { done, refuse } from "../kernel/outcome.ts";
import { newId, newSecret, secretHint } from "../kernel/secret.ts";
import type { Services } from "../kernel/services.actions.ts";
import { DAY_MS } from "../kernel/time.ts";
import { type ActingMember, makerItem, notMade } from "../people/items.ts";
import { isProved } from "../people/sign-in.ts";
import { judgeShareWish, shareUrl, tooManyLinks } from "./covered.ts";
import { addShareLink } from "./own-share-links.queries.ts";
import { SHARE_EXPIRY_DAYS_DEFAULT, SHARING } from "./share-link.ts";

/** The token is in this answer and nowhere else. What never ends, or reads everything, asks for a fresh proof. */
export async function createShareLink(
  services: Services,
  { member, actor }: ActingMember,
  wish: NewShareLink,
): Promise<Limited<ShareLinkWithToken>> {
  const { name, scope, expires_in_days: days = SHARE_EXPIRY_DAYS_DEFAULT } = wish;
  const allowed = judgeShareWish(member.plan, { scope, expiresInDays: days });
  if (!allowed.ok) return allowed;
  const { db, clock, random, baseUrl } = services;
  if ((days === null || scope === "metrics") && !isProved(member, clock())) return refuse("prove_again");
  const spent = await spend(services, { householdId: member.householdId, actor }, "link");
  if (!spent.ok) return spent;
  const now = clock();
  const expiresAt = days === null ? null : new Date(now.getTime() + days * DAY_MS);
  const token = newSecret(SECRET_TYPES.shareToken, random);
  const shown = { id: newId(ID_PREFIXES.shareLink, random), name, scope, hint: secretHint(token) };
  const limits = { expiresAt, sharing: SHARING[member.plan] };
  const verdict = await addShareLink(db, { ...shown, ...limits, maker: member, token, actor, now });
  if (verdict !== "made") return notMade(verdict, tooManyLinks(member.plan));
  const times = { expires_at: expiresAt?.toISOString() ?? null, created_at: now.toISOString() };
  const item = { ...shown, ...times, created_by: makerItem(member), suspended_because: null };
  return done({ share_link: item, token, url: shareUrl(baseUrl, scope, token) });
}
