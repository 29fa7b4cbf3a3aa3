import { sql } from "drizzle-orm";
import { LIMITS } from "../../../schema/limits.ts";
import type { ApiScope } from "../../../schema/vocabulary.ts";
import type { ApiKeyItem } from "../../domain/account/items.ts";
import type { Member } from "../../domain/account/member.ts";
import type { Actor } from "../../domain/activity.ts";
import type { Db } from "../db.ts";
import { isoTime } from "../iso-time.ts";
import { byteaText, secretHash } from "../secret-hash.ts";
import { isStill, type MakeVerdict, madeBy, makeLogged, makerOf } from "./made-by.ts";

/** Those that still open something, newest first; `by` one maker, or all. */
export async function listApiKeys(
  db: Db,
  householdId: string,
  by: string | null = null,
): Promise<ApiKeyItem[]> {
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<ApiKeyItem>(sql`
      select id, name, scope, key_hint as hint, ${isoTime("created_at")} as created_at,
        ${isoTime("last_used_at")} as last_used_at, ${makerOf("api_keys")} as created_by
      from api_keys where household_id = ${householdId} and revoked_at is null and ${madeBy(by)}
      order by api_keys.created_at desc, id`),
  );
  return rows;
}

export type NewApiKey = {
  id: string;
  maker: Member;
  name: string;
  scope: ApiScope;
  secret: string;
  hint: string;
  actor: Actor;
  now: Date;
};

export async function addApiKey(db: Db, key: NewApiKey): Promise<MakeVerdict> {
  const { id, maker, name, scope, actor, now } = key;
  const { householdId } = maker;
  const keyHash = byteaText(await secretHash(key.secret));
  const insert = sql`
    insert into api_keys (id, household_id, name, scope, key_hash, key_hint, created_by, created_at)
    select ${id}, ${householdId}, ${name}, ${scope}, ${keyHash}::bytea, ${key.hint}, ${maker.userId},
      ${now.toISOString()}::timestamptz
    where ${isStill(maker)} and (select count(*) from api_keys where household_id = ${householdId} and revoked_at is null)
      < ${LIMITS.apiKeysMax}::bigint
    returning id`;
  const details = { name, scope };
  const entry = { householdId, at: now, actor, action: "api_key_created", subject: id, details } as const;
  return await makeLogged(db, insert, { maker, entry });
}
