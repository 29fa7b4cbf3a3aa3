import type { ApiScope } from "../../schema/vocabulary.ts";
import { spend } from "../budget/spend.actions.ts";
import type { Limited } from "../kernel/network.ts";
import { done, doneIf, type Outcome, refuse } from "../kernel/outcome.ts";
import { newId, newSecret, secretHint } from "../kernel/secret.ts";
import type { CoreServices, Services } from "../kernel/services.actions.ts";
import { type ActingMember, actBy } from "./activity.ts";
import {
  addApiKey,
  HANDED_OUT,
  type Making,
  type makeHandedOut,
  revoke,
  type SecretTable,
} from "./handed-out.queries.ts";
import { isProved } from "./sign-in.ts";

/** The secret is in this answer and nowhere else. A key that changes things outlives the session: it asks for a fresh proof. */
export async function createApiKey(
  services: Services,
  acting: ActingMember,
  { name, scope }: { name: string; scope: ApiScope },
): Promise<Limited<{ secret: string }>> {
  if (scope === "write" && !isProved(acting.member, services.clock())) return refuse("prove_again");
  const add = (making: Making) => addApiKey(services.db, making, scope);
  return await handOut(services, acting, { table: "api_keys", name, add });
}

type HandedOut = {
  table: SecretTable;
  name: string;
  add: (making: Making) => ReturnType<typeof makeHandedOut>;
  /** What is said where the home has as many as it may. */
  full?: ReturnType<typeof refuse>;
};

/**
 * Makes one of `table` for the member, counted against the home's budget of links; `item` is as lists show it, but for
 * what is its own.
 */
export async function handOut(
  services: Services,
  acting: ActingMember,
  { table, name, add, full = refuse("too_many") }: HandedOut,
) {
  const act = actBy(acting, services.clock());
  const spent = await spend(services, act, "link");
  if (!spent.ok) return spent;
  const { prefix, secretType } = HANDED_OUT[table];
  const id = newId(prefix, services.random);
  const secret = newSecret(secretType, services.random);
  const hint = secretHint(secret);
  const verdict = await add({ id, maker: acting.member, name, secret, hint, act });
  if (verdict !== "made") return verdict === "too_many" ? full : refuse(verdict);
  return done({ item: { id, name, hint, created_at: act.at.toISOString() }, secret });
}

/**
 * An API key, a share link or an inbound token of the member's home; it opens nothing from the next request
 * on.
 */
export async function revokeKey(
  { db, clock }: CoreServices,
  acting: ActingMember,
  { kind, id }: { kind: SecretTable; id: string },
): Promise<Outcome<{ ok: true }>> {
  return doneIf(await revoke(db, kind, id, actBy(acting, clock())));
}
