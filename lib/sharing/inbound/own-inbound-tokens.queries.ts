import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { inboundTokens } from "../../../schema/tables/inbound.ts";
import type { Db } from "../../kernel/db.queries.ts";
import { insertSelect, isoTime, queryBuilder } from "../../kernel/statements.queries.ts";
import { logFrom, movedFrom } from "../../people/activity.queries.ts";
import type { ActivityEntry } from "../../people/activity.ts";
import { type MakeVerdict, type Making, makeHandedOut } from "../../people/made-by.queries.ts";
import { SHARING_LIMITS } from "../limits.ts";

const worksIn = (householdId: string) =>
  and(eq(inboundTokens.householdId, householdId), isNull(inboundTokens.revokedAt));

/** Those that still open something, newest first. */
export const listInboundTokens = (db: Db, householdId: string) =>
  db("repeatable", (queries) =>
    queries
      .select({
        id: inboundTokens.id,
        name: inboundTokens.name,
        hint: inboundTokens.tokenHint,
        signed: sql<boolean>`${inboundTokens.sealedSigningSecret} is not null`,
        requires_timestamp: inboundTokens.requiresTimestamp,
        created_at: isoTime(inboundTokens.createdAt),
      })
      .from(inboundTokens)
      .where(worksIn(householdId))
      .orderBy(desc(inboundTokens.createdAt), inboundTokens.id),
  );

export type InboundTokenItem = Awaited<ReturnType<typeof listInboundTokens>>[number];

export function addInboundToken(
  db: Db,
  making: Making,
  own: { sealedSigningSecret: string | null; requiresTimestamp: boolean },
): Promise<MakeVerdict> {
  const held = queryBuilder.$count(inboundTokens, worksIn(making.maker.householdId));
  return makeHandedOut(db, "inbound_tokens", making, {
    room: sql`${held} < ${SHARING_LIMITS.inboundTokensMax}::bigint`,
    details: { signed: own.sealedSigningSecret !== null },
    insert: ({ hash: tokenHash, hint: tokenHint, ...row }, rest) =>
      insertSelect(inboundTokens, { ...row, ...own, tokenHash, tokenHint }, rest),
  });
}

/** `unsigned`: a token without a signing secret has nothing that could cover a time. */
export async function changeInboundToken(
  db: Db,
  entry: ActivityEntry & { subject: string },
  requiresTimestamp: boolean,
): Promise<"changed" | "unsigned" | "unknown"> {
  const rows = await db.mutate<{ changed: boolean; known: boolean }>(sql`
    with token as (
      select id, requires_timestamp, sealed_signing_secret is not null as signed from inbound_tokens
      where id = ${entry.subject} and household_id = ${entry.householdId} and revoked_at is null),
    before as (select id, requires_timestamp from token where signed or not ${requiresTimestamp}::boolean),
    changed as (
      update inbound_tokens set requires_timestamp = ${requiresTimestamp}::boolean
      where id in (select id from before) and revoked_at is null returning id, requires_timestamp),
    moved as (${movedFrom("changed")}),
    logged as (${logFrom("moved", entry)})
    select exists (select from changed) as changed, exists (select from token) as known`);
  if (rows[0]?.changed) return "changed";
  return rows[0]?.known ? "unsigned" : "unknown";
}
