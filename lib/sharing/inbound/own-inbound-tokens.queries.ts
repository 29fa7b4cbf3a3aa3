import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { inboundTokens } from "../../../schema/tables/inbound.ts";
import type { Db } from "../../kernel/db.queries.ts";
import { insertSelect, isoTime, queryBuilder } from "../../kernel/statements.queries.ts";
import { logFrom, movedFrom } from "../../people/activity.queries.ts";
import type { Actor } from "../../people/activity.ts";
import type { InboundTokenItem } from "../../people/items.ts";
import {
  type MakeVerdict,
  type Making,
  madeBy,
  makeHandedOut,
  makerOf,
} from "../../people/made-by.queries.ts";
import { SHARING_LIMITS } from "../limits.ts";

const worksIn = (householdId: string) =>
  and(eq(inboundTokens.householdId, householdId), isNull(inboundTokens.revokedAt));

/** Those that still open something, newest first; `by` one maker, or all. */
export async function listInboundTokens(
  db: Db,
  householdId: string,
  by: string | null = null,
): Promise<InboundTokenItem[]> {
  return await db("repeatable", (queries) =>
    queries
      .select({
        id: inboundTokens.id,
        name: inboundTokens.name,
        hint: inboundTokens.tokenHint,
        signed: sql<boolean>`${inboundTokens.sealedSigningSecret} is not null`,
        requires_timestamp: inboundTokens.requiresTimestamp,
        created_at: isoTime(inboundTokens.createdAt),
        created_by: makerOf(inboundTokens),
      })
      .from(inboundTokens)
      .where(and(worksIn(householdId), madeBy(inboundTokens, by)))
      .orderBy(desc(inboundTokens.createdAt), inboundTokens.id),
  );
}

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

type InboundTokenChange = {
  id: string;
  householdId: string;
  requiresTimestamp: boolean;
  actor: Actor;
  now: Date;
};

/** `unsigned`: a token without a signing secret has nothing that could cover a time. */
export async function changeInboundToken(
  db: Db,
  { id, householdId, requiresTimestamp, actor, now }: InboundTokenChange,
): Promise<"changed" | "unsigned" | "unknown"> {
  const details = { requires_timestamp: requiresTimestamp };
  const entry = {
    householdId,
    at: now,
    actor,
    action: "inbound_token_changed" as const,
    subject: id,
    details,
  };
  const rows = await db.mutate<{ changed: boolean; known: boolean }>(sql`
    with token as (
      select id, requires_timestamp, sealed_signing_secret is not null as signed from inbound_tokens
      where id = ${id} and household_id = ${householdId} and revoked_at is null),
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
