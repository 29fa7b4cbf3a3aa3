import { sql } from "drizzle-orm";
import { LIMITS } from "../../schema/limits.ts";
import type { ApiScope, Plan } from "../../schema/vocabulary.ts";
import { dateOf } from "./date-of.ts";
import type { Db } from "./db.ts";
import { byteaText, secretHash } from "./secret-hash.ts";

export type ApiCallerRecord = {
  apiKeyId: string;
  householdId: string;
  scope: ApiScope;
  plan: Plan;
  trialEndsAt: Date | null;
};

type Row = { id: string; household_id: string; scope: ApiScope; plan: Plan; trial_ends_at: string | null };

/** Null alike for an unknown and a revoked key. Its last use is written down, but not at every call. */
export async function findApiCaller(db: Db, apiKey: string, now: Date): Promise<ApiCallerRecord | null> {
  const keyHash = byteaText(await secretHash(apiKey));
  const touchBefore = new Date(now.getTime() - LIMITS.apiKeyTouchMinutes * 60_000);
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<Row>(sql`
      with touched as (
        update api_keys set last_used_at = ${now.toISOString()}::timestamptz
        where key_hash = ${keyHash}::bytea and revoked_at is null
          and (last_used_at is null or last_used_at <= ${touchBefore.toISOString()}::timestamptz))
      select key.id, key.household_id, key.scope, home.plan, home.trial_ends_at
      from api_keys key join households home on home.id = key.household_id
      where key.key_hash = ${keyHash}::bytea and key.revoked_at is null`),
  );
  const [row] = rows;
  if (row === undefined) return null;
  return {
    apiKeyId: row.id,
    householdId: row.household_id,
    scope: row.scope,
    plan: row.plan,
    trialEndsAt: dateOf(row.trial_ends_at),
  };
}
