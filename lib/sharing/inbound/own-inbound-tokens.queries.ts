import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { inboundTokens } from "../../../schema/tables/inbound.ts";
import type { Db } from "../../kernel/db.queries.ts";
import { insertSelect, isoTime, queryBuilder } from "../../kernel/statements.queries.ts";
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
        created_at: isoTime(inboundTokens.createdAt),
      })
      .from(inboundTokens)
      .where(worksIn(householdId))
      .orderBy(desc(inboundTokens.createdAt), inboundTokens.id),
  );

export function addInboundToken(
  db: Db,
  making: Making,
  sealedSigningSecret: string | null,
): Promise<MakeVerdict> {
  const held = queryBuilder.$count(inboundTokens, worksIn(making.maker.householdId));
  return makeHandedOut(db, "inbound_tokens", making, {
    room: sql`${held} < ${SHARING_LIMITS.inboundTokensMax}::bigint`,
    details: { signed: sealedSigningSecret !== null },
    insert: ({ hash: tokenHash, hint: tokenHint, ...row }, rest) =>
      insertSelect(inboundTokens, { ...row, sealedSigningSecret, tokenHash, tokenHint }, rest),
  });
}
