import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { apiKeys } from "../../schema/tables/api-key.ts";
import type { ApiScope } from "../../schema/vocabulary.ts";
import { type Db, householdLock, underLock } from "../kernel/db.queries.ts";
import { insertSelect, isoTime, queryBuilder } from "../kernel/statements.queries.ts";
import type { Act } from "./activity.ts";
import { PEOPLE_LIMITS } from "./limits.ts";
import { type MakeVerdict, type Making, madeBy, makeHandedOut, makerOf } from "./made-by.queries.ts";
import { type RevokedKeys, revokedCounts, revokeLeftovers } from "./members.queries.ts";

const worksIn = (householdId: string) => and(eq(apiKeys.householdId, householdId), isNull(apiKeys.revokedAt));

/** Those that still open something, newest first; `by` one maker, or all. */
export const listApiKeys = (db: Db, householdId: string, by: string | null = null) =>
  db("repeatable", (queries) =>
    queries
      .select({
        id: apiKeys.id,
        name: apiKeys.name,
        scope: apiKeys.scope,
        hint: apiKeys.keyHint,
        created_at: isoTime(apiKeys.createdAt),
        last_used_at: isoTime(apiKeys.lastUsedAt),
        created_by: makerOf(apiKeys),
      })
      .from(apiKeys)
      .where(and(worksIn(householdId), madeBy(apiKeys, by)))
      .orderBy(desc(apiKeys.createdAt), apiKeys.id),
  );

export type ApiKeyItem = Awaited<ReturnType<typeof listApiKeys>>[number];

export function addApiKey(db: Db, making: Making, scope: ApiScope): Promise<MakeVerdict> {
  const held = queryBuilder.$count(apiKeys, worksIn(making.maker.householdId));
  return makeHandedOut(db, "api_keys", making, {
    room: sql`${held} < ${PEOPLE_LIMITS.apiKeysMax}::bigint`,
    details: { scope },
    insert: ({ hash: keyHash, hint: keyHint, ...row }, rest) =>
      insertSelect(apiKeys, { ...row, scope, keyHash, keyHint }, rest),
  });
}

/** Revokes what one maker handed out, member or no longer; all of the home where nobody is named. */
export async function revokeHandedOut(db: Db, act: Act, by: string | null): Promise<RevokedKeys> {
  const row = await underLock<{ ended: RevokedKeys }>(
    db,
    householdLock(act.householdId),
    sql`with ${revokeLeftovers(act, (table) => madeBy(table, by))} select ${revokedCounts} as ended`,
  );
  return row?.ended ?? { api_keys: 0, share_links: 0, inbound_tokens: 0 };
}
