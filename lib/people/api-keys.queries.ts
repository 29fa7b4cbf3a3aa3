import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { apiKeys } from "../../schema/tables/api-key.ts";
import type { ApiScope } from "../../schema/vocabulary.ts";
import type { Db } from "../kernel/db.queries.ts";
import { insertSelect, isoTime, queryBuilder } from "../kernel/statements.queries.ts";
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
