import { and, desc, eq, isNull, lte, or, sql } from "drizzle-orm";
import { apiKeys } from "../../schema/tables/handed-out.ts";
import { households } from "../../schema/tables/household.ts";
import type { ApiScope } from "../../schema/vocabulary.ts";
import type { Db } from "../kernel/db.queries.ts";
import { cte, insertSelect, isoTime, queryBuilder, secretHash } from "../kernel/statements.queries.ts";
import { MINUTE_MS } from "../kernel/time.ts";
import { PEOPLE_LIMITS } from "./limits.ts";
import { type MakeVerdict, type Making, makeHandedOut } from "./made-by.queries.ts";

const worksIn = (householdId: string) => and(eq(apiKeys.householdId, householdId), isNull(apiKeys.revokedAt));

/** Those that still open something, newest first. */
export const listApiKeys = (db: Db, householdId: string) =>
  db("repeatable", (queries) =>
    queries
      .select({
        id: apiKeys.id,
        name: apiKeys.name,
        scope: apiKeys.scope,
        hint: apiKeys.keyHint,
        created_at: isoTime(apiKeys.createdAt),
        last_used_at: isoTime(apiKeys.lastUsedAt),
      })
      .from(apiKeys)
      .where(worksIn(householdId))
      .orderBy(desc(apiKeys.createdAt), apiKeys.id),
  );

export function addApiKey(db: Db, making: Making, scope: ApiScope): Promise<MakeVerdict> {
  const held = queryBuilder.$count(apiKeys, worksIn(making.maker.householdId));
  return makeHandedOut(db, "api_keys", making, {
    room: sql`${held} < ${PEOPLE_LIMITS.apiKeysMax}::bigint`,
    details: { scope },
    insert: ({ hash: keyHash, hint: keyHint, ...row }, rest) =>
      insertSelect(apiKeys, { ...row, scope, keyHash, keyHint }, rest),
  });
}

/** Null alike for an unknown and a revoked key. Its last use is written down, but not at every call. */
export async function findApiCaller(db: Db, apiKey: string, now: Date) {
  const isKey = and(eq(apiKeys.keyHash, await secretHash(apiKey)), isNull(apiKeys.revokedAt));
  const touchBefore = new Date(now.getTime() - PEOPLE_LIMITS.apiKeyTouchMinutes * MINUTE_MS);
  const isUntouched = or(isNull(apiKeys.lastUsedAt), lte(apiKeys.lastUsedAt, touchBefore));
  const touched = queryBuilder.update(apiKeys).set({ lastUsedAt: now }).where(and(isKey, isUntouched));
  const [caller] = await db("repeatable", (queries) =>
    queries
      .with(cte("touched", touched))
      .select({
        apiKeyId: apiKeys.id,
        householdId: apiKeys.householdId,
        scope: apiKeys.scope,
        plan: households.plan,
        trialEndsAt: households.trialEndsAt,
      })
      .from(apiKeys)
      .innerJoin(households, eq(households.id, apiKeys.householdId))
      .where(isKey),
  );
  return caller ?? null;
}
