import { and, eq, sql } from "drizzle-orm";
import { sessions, signInFailures } from "../../../schema/tables/sign-in.ts";
import { cte } from "../cte.ts";
import type { Db } from "../db.ts";
import { draft } from "../draft.ts";
import { useUpChallenge } from "./use-up-challenge.ts";

export type SessionProof = { sessionId: string; challengeId: string; network: string | null; now: Date };

/** Uses the challenge up and marks the session as proved; false where the challenge was used meanwhile. */
export async function proveSession(db: Db, proof: SessionProof): Promise<boolean> {
  const { now, sessionId } = proof;
  const forgiven = draft
    .delete(signInFailures)
    .where(sql`${signInFailures.challengeId} in (select id from taken)`);
  const proved = await db("once", (queries) =>
    queries
      .with(cte("taken", useUpChallenge(proof)), cte("forgiven", forgiven))
      .update(sessions)
      .set({ provedAt: now })
      .where(and(eq(sessions.id, sessionId), sql`exists (select from taken)`))
      .returning({ id: sessions.id }),
  );
  return proved.length > 0;
}
