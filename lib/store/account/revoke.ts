import { sql } from "drizzle-orm";
import type { ActivityAction, Actor } from "../../domain/activity.ts";
import type { Db } from "../db.ts";
import { changeLogged } from "../logged-change.ts";

/** What is revoked by marking its row, and the word for it in the home's activity. */
const REVOCABLE = {
  api_keys: "api_key_revoked",
  share_links: "share_link_revoked",
  inbound_tokens: "inbound_token_revoked",
} as const satisfies Record<string, ActivityAction>;

export type Revocable = keyof typeof REVOCABLE;

export type Revocation = { id: string; householdId: string; actor: Actor; now: Date };

/** False where the home has none of that id, or it was revoked before. */
export async function revoke(
  db: Db,
  table: Revocable,
  { id, householdId, actor, now }: Revocation,
): Promise<boolean> {
  const entry = { householdId, at: now, actor, action: REVOCABLE[table], subject: id };
  const update = sql`
    update ${sql.identifier(table)} set revoked_at = ${now.toISOString()}::timestamptz
    where id = ${id} and household_id = ${householdId} and revoked_at is null returning id`;
  return await changeLogged(db, update, entry);
}
