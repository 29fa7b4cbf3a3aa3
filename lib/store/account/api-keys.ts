import { sql } from "drizzle-orm";
import { LIMITS } from "../../../schema/limits.ts";
import type { ApiScope } from "../../../schema/vocabulary.ts";
import type { ApiKeyItem } from "../../domain/account/items.ts";
import type { Actor } from "../../domain/activity.ts";
import type { Db } from "../db.ts";
import { isoTime } from "../iso-time.ts";
import { changeLoggedUnderLock } from "../logged-change.ts";
import { byteaText, secretHash } from "../secret-hash.ts";

/** Those that still open something, newest first. */
export async function listApiKeys(db: Db, householdId: string): Promise<ApiKeyItem[]> {
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<ApiKeyItem>(sql`
      select id, name, scope, key_hint as hint, ${isoTime("created_at")} as created_at,
        ${isoTime("last_used_at")} as last_used_at
      from api_keys where household_id = ${householdId} and revoked_at is null
      order by api_keys.created_at desc, id`),
  );
  return rows;
}

export type NewApiKey = {
  id: string;
  householdId: string;
  name: string;
  scope: ApiScope;
  secret: string;
  hint: string;
  createdBy: string;
  actor: Actor;
  now: Date;
};

/** False where the home has as many as it may. */
export async function addApiKey(db: Db, key: NewApiKey): Promise<boolean> {
  const { id, householdId, name, scope, actor, now } = key;
  const keyHash = byteaText(await secretHash(key.secret));
  const insert = sql`
    insert into api_keys (id, household_id, name, scope, key_hash, key_hint, created_by, created_at)
    select ${id}, ${householdId}, ${name}, ${scope}, ${keyHash}::bytea, ${key.hint}, ${key.createdBy},
      ${now.toISOString()}::timestamptz
    where (select count(*) from api_keys where household_id = ${householdId} and revoked_at is null)
      < ${LIMITS.apiKeysMax}::bigint
    returning id`;
  const details = { name, scope };
  const entry = { householdId, at: now, actor, action: "api_key_created", subject: id, details } as const;
  return await changeLoggedUnderLock(db, insert, entry);
}
