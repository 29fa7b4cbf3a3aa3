import type { NewShareLink } from "../../schema/wire/account/keys.ts";
import type { Limited } from "../kernel/network.ts";
import { done, refuse } from "../kernel/outcome.ts";
import { base62Text } from "../kernel/secret.ts";
import type { Services } from "../kernel/services.actions.ts";
import { DAY_MS } from "../kernel/time.ts";
import type { ActingMember } from "../people/activity.ts";
import type { Making } from "../people/handed-out.queries.ts";
import { handOut } from "../people/keys.actions.ts";
import { isProved } from "../people/sign-in.ts";
import { addInboundToken, addShareLink } from "./own-links.queries.ts";
import { refuseShare, SHARE_EXPIRY_DAYS_DEFAULT, SHARE_ROUTES, SHARING, tooManyLinks } from "./share-link.ts";

/** Only this answer has the token. A link that never expires or reads metrics requires a confirmed identity. */
export async function createShareLink(services: Services, acting: ActingMember, wish: NewShareLink) {
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
  return done({ share_link, token, url: `${services.baseUrl}/api/share/${token}/${SHARE_ROUTES[scope]}` });
}

/** 256 bits, the same strength as the HMAC that uses the secret as its key. */
const SIGNING_SECRET_CHARACTERS = 43;

/** Only this answer has the token and the signing secret. */
export async function createInboundToken(
  services: Services,
  acting: ActingMember,
  { name, with_signing_secret: isSigned }: { name: string; with_signing_secret: boolean },
): Promise<Limited<{ url: string; secret: string | null }>> {
  const { db, random, serverVault, baseUrl } = services;
  const secret = isSigned ? base62Text(SIGNING_SECRET_CHARACTERS, random) : null;
  const add = async (making: Making) => {
    const sealed = secret === null ? null : await serverVault.seal("inbound-secret", making.id, secret);
    return await addInboundToken(db, making, sealed);
  };
  const made = await handOut(services, acting, { table: "inbound_tokens", name, add });
  return made.ok ? done({ url: `${baseUrl}/api/inbound/${made.value.secret}`, secret }) : made;
}
