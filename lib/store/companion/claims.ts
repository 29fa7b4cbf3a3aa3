import { and, count, eq, gt, isNull, lte, min, sql } from "drizzle-orm";
import { LIMITS } from "../../../schema/limits.ts";
import { puckClaims, pucks } from "../../../schema/tables/companion.ts";
import type { Acting } from "../../domain/acting.ts";
import type { OpenClaim } from "../../domain/puck/claim.ts";
import { logFrom } from "../activity.ts";
import type { Db } from "../db.ts";
import { draft } from "../draft.ts";
import { insertSelect } from "../insert-select.ts";
import { secretHash } from "../secret-hash.ts";
import { householdLock, underLock } from "../under-lock.ts";

export type NewClaim = {
  acting: Acting;
  deviceId: string;
  nonce: string;
  expiresAt: Date;
  /** Claims started after this count towards the limit. */
  countedSince: Date;
  now: Date;
};

export type Started = { outcome: "started" } | { outcome: "unknown" } | { outcome: "full"; oldest: Date };

/** Issues a nonce and voids the one before, unless the household had its claims of this hour. */
export async function startClaim(db: Db, claim: NewClaim): Promise<Started> {
  const { acting, deviceId, now: at } = claim;
  const { householdId, actor } = acting;
  const ofHome = eq(puckClaims.householdId, householdId);
  const isRecent = gt(puckClaims.createdAt, claim.countedSince);
  const puck = draft
    .select({ deviceId: pucks.deviceId })
    .from(pucks)
    .where(and(eq(pucks.deviceId, deviceId), eq(pucks.householdId, householdId)));
  const recent = draft
    .select({ started: count().as("started"), oldest: min(puckClaims.createdAt).as("oldest") })
    .from(puckClaims)
    .where(and(ofHome, isRecent));
  const voided = draft
    .update(puckClaims)
    .set({ voidedAt: at })
    .where(
      and(eq(puckClaims.deviceId, deviceId), ofHome, isRecent, isOpen, sql`exists (select from allowed)`),
    );
  const made = insertSelect(
    puckClaims,
    {
      nonceHash: await secretHash(claim.nonce),
      householdId,
      deviceId,
      expiresAt: claim.expiresAt,
      createdAt: at,
    },
    sql`from allowed returning device_id`,
  );
  const pruned = draft.delete(puckClaims).where(and(ofHome, lte(puckClaims.createdAt, claim.countedSince)));
  const entry = { householdId, at, actor, action: "puck_claim_started", subject: deviceId } as const;
  const row = await underLock<{ is_known: boolean; is_started: boolean; oldest: string | null }>(
    db,
    householdLock(householdId),
    sql`
      with puck as ${puck}, recent as ${recent},
      allowed as (select from puck, recent where started < ${LIMITS.claimsPerHour}::bigint),
      voided as ${voided}, made as (${made}),
      logged as (${logFrom("made", entry)}), pruned as ${pruned}
      select exists (select from puck) as is_known, exists (select from made) as is_started, oldest from recent`,
  );
  if (row?.is_started) return { outcome: "started" };
  if (row?.is_known && row.oldest !== null) return { outcome: "full", oldest: new Date(row.oldest) };
  return { outcome: "unknown" };
}

export type PuckAndClaim = { sealedSecret: string; bayId: string | null; claim: OpenClaim };

export type ClaimKey = { householdId: string; deviceId: string; nonce: string };

/** What a finish is judged by; null where the household has no such puck. */
export async function findClaim(db: Db, key: ClaimKey): Promise<PuckAndClaim | null> {
  const nonceHash = await secretHash(key.nonce);
  const [found] = await db("repeatable", (queries) =>
    queries
      .select({
        sealedSecret: pucks.sealedSecret,
        bayId: pucks.bayId,
        expiresAt: puckClaims.expiresAt,
        usedAt: puckClaims.usedAt,
        voidedAt: puckClaims.voidedAt,
      })
      .from(pucks)
      .leftJoin(
        puckClaims,
        and(
          eq(puckClaims.nonceHash, nonceHash),
          eq(puckClaims.deviceId, pucks.deviceId),
          eq(puckClaims.householdId, pucks.householdId),
        ),
      )
      .where(and(eq(pucks.deviceId, key.deviceId), eq(pucks.householdId, key.householdId))),
  );
  if (found === undefined) return null;
  const { sealedSecret, bayId, expiresAt, usedAt, voidedAt } = found;
  return { sealedSecret, bayId, claim: expiresAt === null ? null : { expiresAt, usedAt, voidedAt } };
}

const isOpen = and(isNull(puckClaims.usedAt), isNull(puckClaims.voidedAt));

/** A wrong signature uses up a try; the last one voids the nonce. */
export async function countWrongTry(db: Db, { householdId, nonce }: ClaimKey, at: Date): Promise<void> {
  const nonceHash = await secretHash(nonce);
  const tries = sql`${puckClaims.wrongTries} + 1`;
  const voidedAt = sql`case when ${tries} >= ${LIMITS.claimWrongTriesMax}::integer
    then ${at.toISOString()}::timestamptz end`;
  await db("once", (queries) =>
    queries
      .update(puckClaims)
      .set({ wrongTries: tries, voidedAt })
      .where(and(eq(puckClaims.nonceHash, nonceHash), eq(puckClaims.householdId, householdId), isOpen)),
  );
}
