import { and, eq, gt, isNotNull, isNull, lt, lte, sql } from "drizzle-orm";
import { LIMITS } from "../../../schema/limits.ts";
import { companionRefreshTokens, companionSessions } from "../../../schema/tables/companion.ts";
import type { PairTimes, TokenPair } from "../../domain/companion/tokens.ts";
import type { Db } from "../db.ts";
import { draft } from "../draft.ts";
import { insertSelect } from "../insert-select.ts";
import { secretHash } from "../secret-hash.ts";

export type Renewal = {
  sessionId: string;
  spent: string;
  pair: TokenPair;
  times: PairTimes;
  sealedSuccessor: string;
  now: Date;
};

/**
 * Changes a refresh token for a new pair. False where another call has just done so: the token is spent once.
 * A repeated attempt that finds its own change answers false too, and its pair waits in the successor.
 */
export async function renewTokens(db: Db, { sessionId, times, ...renewal }: Renewal): Promise<boolean> {
  const { now } = renewal;
  const tokens = companionRefreshTokens;
  const ofSession = eq(tokens.sessionId, sessionId);
  const isChanged = sql`exists (select from session)`;
  const spent = draft
    .update(tokens)
    .set({ spentAt: now, sealedSuccessor: renewal.sealedSuccessor })
    .where(
      and(
        eq(tokens.tokenHash, await secretHash(renewal.spent)),
        ofSession,
        isNull(tokens.spentAt),
        gt(tokens.expiresAt, now),
      ),
    )
    .returning({ sessionId: tokens.sessionId });
  const session = draft
    .update(companionSessions)
    .set({
      accessHash: await secretHash(renewal.pair.accessToken),
      lastUsedAt: now,
      accessExpiresAt: times.accessExpiresAt,
    })
    .where(and(eq(companionSessions.id, sessionId), sql`exists (select from spent)`))
    .returning({ id: companionSessions.id });
  const issued = insertSelect(
    tokens,
    {
      tokenHash: await secretHash(renewal.pair.refreshToken),
      sessionId,
      expiresAt: times.refreshExpiresAt,
    },
    sql`from session`,
  );
  const graceBegan = new Date(now.getTime() - LIMITS.companionGraceSeconds * 1_000);
  const forgotten = draft
    .update(tokens)
    .set({ sealedSuccessor: null })
    .where(
      and(
        ofSession,
        isNotNull(tokens.sealedSuccessor),
        gt(tokens.expiresAt, now),
        lt(tokens.spentAt, graceBegan),
        isChanged,
      ),
    );
  const pruned = draft.delete(tokens).where(and(ofSession, lte(tokens.expiresAt, now), isChanged));
  const { rows } = await db("repeatable", (queries) =>
    queries.execute(sql`
      with spent as ${spent}, session as ${session}, issued as (${issued}),
      forgotten as ${forgotten}, pruned as ${pruned}
      select id from session`),
  );
  return rows.length > 0;
}
