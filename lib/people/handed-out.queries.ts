import { and, desc, eq, exists, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { apiKeys, inboundTokens, shareLinks } from "../../schema/tables/handed-out.ts";
import { households, memberships } from "../../schema/tables/household.ts";
import { type ApiScope, ID_PREFIXES, SECRET_TYPES } from "../../schema/vocabulary.ts";
import { type Db, householdLock, underLock } from "../kernel/db.queries.ts";
import { cte, insertSelect, isoTime, queryBuilder, secretHash } from "../kernel/statements.queries.ts";
import { MINUTE_MS } from "../kernel/time.ts";
import { changeLogged, logFrom } from "./activity.queries.ts";
import type { Act, ActivityAction, ActivityEntry, Member } from "./activity.ts";
import { PEOPLE_LIMITS } from "./limits.ts";
import { isMembership } from "./sessions.queries.ts";

type Handed = { table: PgTable; prefix: string; secretType: string } & Record<
  "created" | "revoked",
  ActivityAction
>;

/** The kinds of secrets that give their holder access to a home, with the actions that the home's activity shows. */
export const HANDED_OUT = {
  api_keys: {
    table: apiKeys,
    prefix: ID_PREFIXES.apiKey,
    secretType: SECRET_TYPES.apiKey,
    created: "api_key_created",
    revoked: "api_key_revoked",
  },
  share_links: {
    table: shareLinks,
    prefix: ID_PREFIXES.shareLink,
    secretType: SECRET_TYPES.shareToken,
    created: "share_link_created",
    revoked: "share_link_revoked",
  },
  inbound_tokens: {
    table: inboundTokens,
    prefix: ID_PREFIXES.inboundToken,
    secretType: SECRET_TYPES.inboundToken,
    created: "inbound_token_created",
    revoked: "inbound_token_revoked",
  },
} as const satisfies Record<string, Handed>;

export type SecretTable = keyof typeof HANDED_OUT;

/** Tells if the member still has the role that this request was authorized with. Use it under the home's lock. */
export const isStill = (member: Member) =>
  exists(
    queryBuilder
      .select({ one: sql`1` })
      .from(memberships)
      .where(and(isMembership(member), eq(memberships.role, member.role))),
  );

/** The fields common to all kinds. Only the hash of `secret` is stored. */
export type Making = { id: string; maker: Member; name: string; secret: string; hint: string; act: Act };

/** `room`: condition that the home may have one more; `own`: the further columns of this kind's table. */
type Particulars<Name extends SecretTable> = {
  room: SQL;
  own: Partial<(typeof HANDED_OUT)[Name]["table"]["$inferInsert"]>;
  details: NonNullable<ActivityEntry["details"]>;
};

/**
 * Creates a row of `table` under the home's lock, and logs that in the same commit. Refuses if there is no room, or if
 * the maker's membership ended or changed its role after the request was authorized.
 */
export async function makeHandedOut<Name extends SecretTable>(
  db: Db,
  table: Name,
  { id, maker, name, secret, hint: tokenHint, act }: Making,
  { room, own, details }: Particulars<Name>,
): Promise<"made" | "too_many" | "changed_meanwhile"> {
  const { householdId, at: createdAt } = act;
  const tokenHash = await secretHash(secret);
  const common = { id, householdId, name, createdBy: maker.userId, createdAt, tokenHash, tokenHint };
  const made = insertSelect<PgTable>(
    HANDED_OUT[table].table,
    { ...common, ...own },
    sql`where ${isStill(maker)} and ${room} returning id`,
  );
  const action = HANDED_OUT[table].created;
  const entry = { ...act, action, subject: id, details: { name, ...details } };
  const row = await underLock<{ made: boolean; still: boolean }>(
    db,
    householdLock(householdId),
    sql`
      with changed as (${made}),
      logged as (${logFrom("changed", entry)})
      select exists (select from changed) as made, ${isStill(maker)} as still`,
  );
  if (row?.made) return "made";
  return row?.still ? "too_many" : "changed_meanwhile";
}

/** Revokes a secret of the home and logs that. Returns false if the home has none with that id, or it is revoked. */
export async function revoke(db: Db, name: SecretTable, id: string, act: Act): Promise<boolean> {
  const { table, revoked } = HANDED_OUT[name];
  const update = queryBuilder
    .update(table)
    .set({ revokedAt: act.at })
    .where(and(eq(table.id, id), eq(table.householdId, act.householdId), isNull(table.revokedAt)))
    .returning({ id: table.id });
  return await changeLogged(db, update, { ...act, action: revoked, subject: id });
}

const worksIn = (householdId: string) => and(eq(apiKeys.householdId, householdId), isNull(apiKeys.revokedAt));

/** Lists the API keys that aren't revoked, newest first. */
export const listApiKeys = (db: Db, householdId: string) =>
  db("repeatable", (queries) =>
    queries
      .select({
        id: apiKeys.id,
        name: apiKeys.name,
        scope: apiKeys.scope,
        hint: apiKeys.tokenHint,
        created_at: isoTime(apiKeys.createdAt),
        last_used_at: isoTime(apiKeys.lastUsedAt),
      })
      .from(apiKeys)
      .where(worksIn(householdId))
      .orderBy(desc(apiKeys.createdAt), apiKeys.id),
  );

export function addApiKey(db: Db, making: Making, scope: ApiScope) {
  const held = queryBuilder.$count(apiKeys, worksIn(making.act.householdId));
  const room = sql`${held} < ${PEOPLE_LIMITS.apiKeysMax}::bigint`;
  return makeHandedOut(db, "api_keys", making, { room, own: { scope }, details: { scope } });
}

/** Finds the caller of an API key; null if the key is unknown or revoked. Saves the last use, but not at every call. */
export async function findApiCaller(db: Db, apiKey: string, now: Date) {
  const isKey = and(eq(apiKeys.tokenHash, await secretHash(apiKey)), isNull(apiKeys.revokedAt));
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
