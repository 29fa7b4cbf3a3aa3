import { type ApiScope, ID_PREFIXES, SECRET_TYPES } from "../../../schema/vocabulary.ts";
import type { ApiKeyItem } from "../../domain/account/items.ts";
import type { Limited } from "../../domain/account/limited.ts";
import { makerItem, notMade } from "../../domain/account/maker.ts";
import type { ActingMember } from "../../domain/account/member.ts";
import { isProved } from "../../domain/account/session-time.ts";
import { newId } from "../../domain/id.ts";
import { done, refuse } from "../../domain/outcome.ts";
import { newSecret, secretHint } from "../../domain/secret.ts";
import type { Random } from "../../ports.ts";
import { addApiKey } from "../../store/account/api-keys.ts";
import { type SpendPorts, spend } from "../spend.ts";

/** The secret is in this answer and nowhere else. A key that changes things outlives the session: it asks for a fresh proof. */
export async function createApiKey(
  ports: SpendPorts & { random: Random },
  { member, actor }: ActingMember,
  { name, scope }: { name: string; scope: ApiScope },
): Promise<Limited<{ api_key: ApiKeyItem; secret: string }>> {
  const { db, clock, random } = ports;
  if (scope === "write" && !isProved(member, clock())) return refuse("prove_again");
  const spent = await spend(ports, { householdId: member.householdId, actor }, "link");
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
