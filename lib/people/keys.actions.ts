import { type ApiScope, ID_PREFIXES, SECRET_TYPES } from "../../schema/vocabulary.ts";
import { spend } from "../budget/spend.actions.ts";
import type { Limited } from "../kernel/network.ts";
import { done, type Outcome, refuse } from "../kernel/outcome.ts";
import { newId, newSecret, secretHint } from "../kernel/secret.ts";
import type { CoreServices, Services } from "../kernel/services.actions.ts";
import { addApiKey, revokeHandedOut } from "./api-keys.queries.ts";
import { type ActingMember, type ApiKeyItem, makerItem, notMade } from "./items.ts";
import { revoke, type SecretTable } from "./made-by.queries.ts";
import type { RevokedKeys } from "./members.queries.ts";
import { isProved } from "./sign-in.ts";

/** The secret is in this answer and nowhere else. A key that changes things outlives the session: it asks for a fresh proof. */
export async function createApiKey(
  services: Services,
  { member, actor }: ActingMember,
  { name, scope }: { name: string; scope: ApiScope },
): Promise<Limited<{ api_key: ApiKeyItem; secret: string }>> {
  const { db, clock, random } = services;
  if (scope === "write" && !isProved(member, clock())) return refuse("prove_again");
  const spent = await spend(services, { householdId: member.householdId, actor }, "link");
  if (!spent.ok) return spent;
  const now = clock();
  const id = newId(ID_PREFIXES.apiKey, random);
  const secret = newSecret(SECRET_TYPES.apiKey, random);
  const shown = { id, name, scope, hint: secretHint(secret) };
  const verdict = await addApiKey(db, { ...shown, maker: member, secret, actor, now });
  if (verdict !== "made") return notMade(verdict, refuse("too_many"));
  const times = { created_at: now.toISOString(), last_used_at: null };
  return done({ api_key: { ...shown, ...times, created_by: makerItem(member) }, secret });
}

/**
 * An API key, a share link or an inbound token of the member's home; it opens nothing from the next request
 * on.
 */
export async function revokeKey(
  { db, clock }: CoreServices,
  { member, actor }: ActingMember,
  { kind, id }: { kind: SecretTable; id: string },
): Promise<Outcome<{ ok: true }>> {
  const { householdId } = member;
  const wasThere = await revoke(db, kind, { id, householdId, actor, now: clock() });
  return wasThere ? done({ ok: true }) : refuse("not_found");
}

/**
 * All API keys, share links and inbound tokens that one person created for the home, even a former member. Null
 * means everybody's, which requires a confirmed identity.
 */
export async function revokeAllKeys(
  { db, clock }: CoreServices,
  { member, actor }: ActingMember,
  madeBy: string | null,
): Promise<Outcome<{ ok: true; ended: RevokedKeys }>> {
  const now = clock();
  if (madeBy === null && !isProved(member, now)) return refuse("prove_again");
  const act = { householdId: member.householdId, actor, now };
  return done({ ok: true, ended: await revokeHandedOut(db, act, madeBy) });
}
