import { sql } from "drizzle-orm";
import type { Db } from "../db.ts";

export type SessionProof = { sessionId: string; challengeId: string; network: string | null; now: Date };

/** Uses the challenge up and marks the session as proved; false where the challenge was used meanwhile. */
export async function proveSession(db: Db, proof: SessionProof): Promise<boolean> {
  const at = sql`${proof.now.toISOString()}::timestamptz`;
  const { rows } = await db("once", (queries) =>
    queries.execute(sql`
      with taken as (
        update sign_in_challenges set used_at = ${at}, used_network = ${proof.network}, sealed_code = ''
        where id = ${proof.challengeId} and used_at is null and expires_at > ${at} returning id),
      forgiven as (delete from sign_in_failures using taken where challenge_id = taken.id)
      update sessions set proved_at = ${at} from taken where sessions.id = ${proof.sessionId} returning 1`),
  );
  return rows.length > 0;
}
