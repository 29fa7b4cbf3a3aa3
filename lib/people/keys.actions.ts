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

/**
 * Creates an API key. Only this answer has its secret. A `write` key requires a confirmed identity, since the key
 * outlives the session.
 */
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
  /** The refusal if the home has reached its limit. */
  full?: ReturnType<typeof refuse>;
};

/**
 * Creates a row of `table` for the member, counted against the home's budget of links. `item` has the fields that lists
 * of all kinds show.
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

/** Revokes an API key, share link or inbound token of the member's home, effective from the next request on. */
export async function revokeKey(
  { db, clock }: CoreServices,
  acting: ActingMember,
  { kind, id }: { kind: SecretTable; id: string },
): Promise<Outcome<{ ok: true }>> {
  return doneIf(await revoke(db, kind, id, actBy(acting, clock())));
}
