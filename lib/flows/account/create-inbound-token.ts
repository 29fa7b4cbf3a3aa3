import { ID_PREFIXES, SECRET_TYPES } from "../../../schema/vocabulary.ts";
import type { InboundTokenItem } from "../../domain/account/items.ts";
import type { Limited } from "../../domain/account/limited.ts";
import { makerItem, notMade } from "../../domain/account/maker.ts";
import type { ActingMember } from "../../domain/account/member.ts";
import { base62Text } from "../../domain/base62.ts";
import { newId } from "../../domain/id.ts";
import { done, refuse } from "../../domain/outcome.ts";
import { newSecret, secretHint } from "../../domain/secret.ts";
import type { Random, Vault } from "../../ports.ts";
import { addInboundToken } from "../../store/account/inbound-tokens.ts";
import { type SpendPorts, spend } from "../spend.ts";

export type InboundTokenPorts = SpendPorts & {
  random: Random;
  serverVault: Vault;
  baseUrl: string;
};

export type InboundTokenMade = {
  inbound_token: InboundTokenItem;
  token: string;
  url: string;
  signing_secret?: string;
};

/** 256 bits: as much as the HMAC that it keys. */
const SIGNING_SECRET_CHARACTERS = 43;

/** Token and signing secret are in this answer and nowhere else. */
export async function createInboundToken(
  ports: InboundTokenPorts,
  { member, actor }: ActingMember,
  { name, signed, requiresTimestamp }: { name: string; signed: boolean; requiresTimestamp: boolean },
): Promise<Limited<InboundTokenMade>> {
  const { db, random, serverVault, baseUrl } = ports;
  const spent = await spend(ports, { householdId: member.householdId, actor }, "link");
  if (!spent.ok) return spent;
  const now = ports.clock();
  const id = newId(ID_PREFIXES.inboundToken, random);
  const token = newSecret(SECRET_TYPES.inboundToken, random);
  const secret = signed ? base62Text(SIGNING_SECRET_CHARACTERS, random) : null;
  const sealedSigningSecret = secret === null ? null : await serverVault.seal("inbound-secret", id, secret);
  const shown = { id, name, hint: secretHint(token) };
  const wish = { ...shown, maker: member, token, sealedSigningSecret, requiresTimestamp, actor, now };
  const verdict = await addInboundToken(db, wish);
  if (verdict !== "made") return notMade(verdict, refuse("too_many"));
  return done({
    inbound_token: {
      ...shown,
      signed,
      requires_timestamp: requiresTimestamp,
      created_at: now.toISOString(),
      created_by: makerItem(member),
    },
    token,
    url: `${baseUrl}/api/inbound/${token}`,
    ...(secret === null ? {} : { signing_secret: secret }),
  });
}
