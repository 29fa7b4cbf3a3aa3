import { sql } from "drizzle-orm";
import { LIMITS } from "../../../schema/limits.ts";
import type { PairTimes, TokenPair } from "../../domain/companion/tokens.ts";
import type { Db } from "../db.ts";
import { byteaText, secretHash } from "../secret-hash.ts";

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
  const spent = byteaText(await secretHash(renewal.spent));
  const access = byteaText(await secretHash(renewal.pair.accessToken));
  const refresh = byteaText(await secretHash(renewal.pair.refreshToken));
  const now = sql`${renewal.now.toISOString()}::timestamptz`;
  const { rows } = await db("repeatable", (queries) =>
    queries.execute(sql`
      with spent as (
        update companion_refresh_tokens set spent_at = ${now}, sealed_successor = ${renewal.sealedSuccessor}
        where token_hash = ${spent}::bytea and session_id = ${sessionId} and spent_at is null
          and expires_at > ${now}
        returning session_id),
      session as (
        update companion_sessions set access_hash = ${access}::bytea, last_used_at = ${now},
          access_expires_at = ${times.accessExpiresAt.toISOString()}::timestamptz
        from spent where id = spent.session_id returning id),
      issued as (
        insert into companion_refresh_tokens (token_hash, session_id, expires_at)
        select ${refresh}::bytea, id, ${times.refreshExpiresAt.toISOString()}::timestamptz from session),
      forgotten as (
        update companion_refresh_tokens set sealed_successor = null from session
        where session_id = session.id and sealed_successor is not null and expires_at > ${now}
          and spent_at < ${now} - make_interval(secs => ${LIMITS.companionGraceSeconds}::integer)),
      pruned as (
        delete from companion_refresh_tokens using session
        where session_id = session.id and expires_at <= ${now})
      select id from session`),
  );
  return rows.length > 0;
}
