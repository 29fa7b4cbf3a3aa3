import { and, eq, isNull, lte, or } from "drizzle-orm";
import { apiKeys } from "../../schema/tables/api-key.ts";
import { households } from "../../schema/tables/household.ts";
import type { ApiScope, Plan } from "../../schema/vocabulary.ts";
import type { Db } from "../kernel/db.queries.ts";
import { cte, queryBuilder, secretHash } from "../kernel/statements.queries.ts";
import { MINUTE_MS } from "../kernel/time.ts";
import { SHARING_LIMITS } from "./limits.ts";

export type ApiCallerRecord = {
  apiKeyId: string;
  householdId: string;
  scope: ApiScope;
  plan: Plan;
  trialEndsAt: Date | null;
};

const CALLER = {
  apiKeyId: apiKeys.id,
  householdId: apiKeys.householdId,
  scope: apiKeys.scope,
  plan: households.plan,
  trialEndsAt: households.trialEndsAt,
};

/** Null alike for an unknown and a revoked key. Its last use is written down, but not at every call. */
export async function findApiCaller(db: Db, apiKey: string, now: Date): Promise<ApiCallerRecord | null> {
  const isKey = and(eq(apiKeys.keyHash, await secretHash(apiKey)), isNull(apiKeys.revokedAt));
  const touchBefore = new Date(now.getTime() - SHARING_LIMITS.apiKeyTouchMinutes * MINUTE_MS);
  const isUntouched = or(isNull(apiKeys.lastUsedAt), lte(apiKeys.lastUsedAt, touchBefore));
  const touched = queryBuilder.update(apiKeys).set({ lastUsedAt: now }).where(and(isKey, isUntouched));
  const [caller] = await db("repeatable", (queries) =>
    queries
      .with(cte("touched", touched))
      .select(CALLER)
      .from(apiKeys)
      .innerJoin(households, eq(households.id, apiKeys.householdId))
      .where(isKey),
  );
  return caller ?? null;
}
