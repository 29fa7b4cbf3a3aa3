import type { Limited } from "../../kernel/network.ts";
import { done, type Outcome, refuse } from "../../kernel/outcome.ts";
import { base62Text } from "../../kernel/secret.ts";
import type { CoreServices, Services } from "../../kernel/services.actions.ts";
import { entryBy } from "../../people/activity.ts";
import type { ActingMember } from "../../people/items.ts";
import { handOut } from "../../people/keys.actions.ts";
import type { Making } from "../../people/made-by.queries.ts";
import {
  addInboundToken,
  changeInboundToken as commitChange,
  type InboundTokenItem,
  listInboundTokens,
} from "./own-inbound-tokens.queries.ts";

type InboundTokenMade = {
  inbound_token: InboundTokenItem;
  token: string;
  url: string;
  signing_secret?: string;
};

/** 256 bits: as much as the HMAC that it keys. */
const SIGNING_SECRET_CHARACTERS = 43;

/** Token and signing secret are in this answer and nowhere else. */
export async function createInboundToken(
  services: Services,
  acting: ActingMember,
  { name, signed, requiresTimestamp }: { name: string; signed: boolean; requiresTimestamp: boolean },
): Promise<Limited<InboundTokenMade>> {
  const { db, random, serverVault, baseUrl } = services;
  const secret = signed ? base62Text(SIGNING_SECRET_CHARACTERS, random) : null;
  const add = async (making: Making) => {
    const sealed = secret === null ? null : await serverVault.seal("inbound-secret", making.id, secret);
    return await addInboundToken(db, making, { sealedSigningSecret: sealed, requiresTimestamp });
  };
  const made = await handOut(services, acting, { table: "inbound_tokens", name, add });
  if (!made.ok) return made;
  const { item, secret: token } = made.value;
  return done({
    inbound_token: { ...item, signed, requires_timestamp: requiresTimestamp },
    token,
    url: `${baseUrl}/api/inbound/${token}`,
    ...(secret === null ? {} : { signing_secret: secret }),
  });
}

/** Sets if calls with this token must sign their time, from the next call on. */
export async function changeInboundToken(
  { db, clock }: CoreServices,
  acting: ActingMember,
  { id, requiresTimestamp }: { id: string; requiresTimestamp: boolean },
): Promise<Outcome<{ inbound_token: InboundTokenItem }>> {
  const entry = entryBy(acting, clock(), "inbound_token_changed", id, {
    requires_timestamp: requiresTimestamp,
  });
  const verdict = await commitChange(db, entry, requiresTimestamp);
  if (verdict === "unsigned")
    return refuse("invalid_request", "Only a token with a signing secret can require a timestamp");
  const tokens = verdict === "changed" ? await listInboundTokens(db, entry.householdId) : [];
  const inbound_token = tokens.find((token) => token.id === id);
  return inbound_token === undefined ? refuse("not_found") : done({ inbound_token });
}
