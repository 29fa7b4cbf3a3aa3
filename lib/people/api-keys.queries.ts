import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { LIMITS } from "../../schema/limits.ts";
import { apiKeys } from "../../schema/tables/api-key.ts";
import type { ApiScope } from "../../schema/vocabulary.ts";
import type { Db } from "../kernel/db.queries.ts";
import { secretHash } from "../kernel/secret-hash.queries.ts";
import { insertSelect, isoTime, queryBuilder } from "../kernel/statements.queries.ts";
import type { Actor } from "./activity.ts";
import type { ApiKeyItem, Member } from "./items.ts";
import { isStill, type MakeVerdict, madeBy, makeLogged, makerOf } from "./made-by.queries.ts";

const worksIn = (householdId: string) => and(eq(apiKeys.householdId, householdId), isNull(apiKeys.revokedAt));

/** Those that still open something, newest first; `by` one maker, or all. */
export async function listApiKeys(
  db: Db,
  householdId: string,
  by: string | null = null,
): Promise<ApiKeyItem[]> {
  return await db("repeatable", (queries) =>
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
}

type NewApiKey = {
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
  const keyHash = await secretHash(key.secret);
  const insert = insertSelect(
    apiKeys,
    { id, householdId, name, scope, keyHash, keyHint: key.hint, createdBy: maker.userId, createdAt: now },
    sql`where ${isStill(maker)} and ${queryBuilder.$count(apiKeys, worksIn(householdId))} < ${LIMITS.apiKeysMax}::bigint
      returning id`,
  );
  const details = { name, scope };
  const entry = { householdId, at: now, actor, action: "api_key_created", subject: id, details } as const;
  return await makeLogged(db, insert, { maker, entry });
}
