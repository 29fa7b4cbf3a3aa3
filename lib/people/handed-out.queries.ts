import { sql } from "drizzle-orm";
import type { HandedOut as WireHandedOut } from "../../schema/wire/account/keys.ts";
import type { Db } from "../kernel/db.queries.ts";
import { householdLock, underLock } from "../kernel/under-lock.queries.ts";
import { listInboundTokens } from "../sharing/inbound/inbound-tokens.queries.ts";
import { listShareLinks } from "../sharing/share-links.queries.ts";
import { listApiKeys } from "./api-keys.queries.ts";
import { madeBy } from "./made-by.queries.ts";
import { type LeftoverAct, type RevokedKeys, revokedCounts, revokeLeftovers } from "./members.queries.ts";

type HandedOut = WireHandedOut;

/** All that still opens the home to whoever holds it, by one maker or by all. */
export async function listHandedOut(
  db: Db,
  { householdId, by, now }: { householdId: string; by: string | null; now: Date },
): Promise<HandedOut> {
  const [api_keys, share_links, inbound_tokens] = await Promise.all([
    listApiKeys(db, householdId, by),
    listShareLinks(db, householdId, now, by),
    listInboundTokens(db, householdId, by),
  ]);
  return { api_keys, share_links, inbound_tokens };
}

/** Revokes what one maker handed out, member or no longer; all of the home where nobody is named. */
export async function revokeHandedOut(db: Db, act: LeftoverAct, by: string | null): Promise<RevokedKeys> {
  const row = await underLock<{ ended: RevokedKeys }>(
    db,
    householdLock(act.householdId),
    sql`with ${revokeLeftovers(act, (table) => madeBy(table, by))} select ${revokedCounts} as ended`,
  );
  return row?.ended ?? { api_keys: 0, share_links: 0, inbound_tokens: 0 };
}
