import type { Limited } from "../../kernel/network.ts";
import { done } from "../../kernel/outcome.ts";
import { base62Text } from "../../kernel/secret.ts";
import type { Services } from "../../kernel/services.actions.ts";
import type { ActingMember } from "../../people/items.ts";
import { handOut } from "../../people/keys.actions.ts";
import type { Making } from "../../people/made-by.queries.ts";
import { addInboundToken } from "./own-inbound-tokens.queries.ts";

/** 256 bits: as much as the HMAC that it keys. */
const SIGNING_SECRET_CHARACTERS = 43;

/** Token and signing secret are in this answer and nowhere else. */
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
