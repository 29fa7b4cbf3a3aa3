import type { Limited } from "../../kernel/network.ts";
import { done } from "../../kernel/outcome.ts";
import { base62Text } from "../../kernel/secret.ts";
import type { Services } from "../../kernel/services.actions.ts";
import type { ActingMember } from "../../people/items.ts";
import { handOut } from "../../people/keys.actions.ts";
import type { Making } from "../../people/made-by.queries.ts";
import { addInboundToken, type InboundTokenItem } from "./own-inbound-tokens.queries.ts";

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
  { name, signed }: { name: string; signed: boolean },
): Promise<Limited<InboundTokenMade>> {
  const { db, random, serverVault, baseUrl } = services;
  const secret = signed ? base62Text(SIGNING_SECRET_CHARACTERS, random) : null;
  const add = async (making: Making) => {
    const sealed = secret === null ? null : await serverVault.seal("inbound-secret", making.id, secret);
    return await addInboundToken(db, making, sealed);
  };
  const made = await handOut(services, acting, { table: "inbound_tokens", name, add });
  if (!made.ok) return made;
  const { item, secret: token } = made.value;
  return done({
    inbound_token: { ...item, signed },
    token,
    url: `${baseUrl}/api/inbound/${token}`,
    ...(secret === null ? {} : { signing_secret: secret }),
  });
}
