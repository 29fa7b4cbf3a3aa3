import { sql } from "drizzle-orm";
import { LIMITS } from "../../../schema/limits.ts";
import type { Acting } from "../../domain/acting.ts";
import type { OpenClaim } from "../../domain/puck/claim.ts";
import { logFrom } from "../activity.ts";
import { dateOf } from "../date-of.ts";
import type { Db } from "../db.ts";
import { underHouseholdLock } from "../household-lock.ts";
import { byteaText, secretHash } from "../secret-hash.ts";

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
  const nonceHash = byteaText(await secretHash(claim.nonce));
  const now = sql`${at.toISOString()}::timestamptz`;
  const since = sql`${claim.countedSince.toISOString()}::timestamptz`;
  const entry = { householdId, at, actor, action: "puck_claim_started", subject: deviceId } as const;
  const [row] = await underHouseholdLock<{ is_known: boolean; is_started: boolean; oldest: string | null }>(
    db,
    "once",
    householdId,
    sql`
      with puck as (select from pucks where device_id = ${deviceId} and household_id = ${householdId}),
      recent as (
        select count(*) as started, min(created_at) as oldest from puck_claims
        where household_id = ${householdId} and created_at > ${since}),
      allowed as (select from puck, recent where started < ${LIMITS.claimsPerHour}::bigint),
      voided as (
        update puck_claims set voided_at = ${now} from allowed
        where device_id = ${deviceId} and household_id = ${householdId} and created_at > ${since}
          and used_at is null and voided_at is null),
      made as (
        insert into puck_claims (nonce_hash, household_id, device_id, expires_at, created_at)
        select ${nonceHash}::bytea, ${householdId}, ${deviceId}, ${claim.expiresAt.toISOString()}::timestamptz, ${now}
        from allowed returning device_id),
      logged as (${logFrom("made", entry)}),
      pruned as (delete from puck_claims where household_id = ${householdId} and created_at <= ${since})
      select exists (select from puck) as is_known, exists (select from made) as is_started, oldest from recent`,
  );
  if (row?.is_started) return { outcome: "started" };
  if (row?.is_known && row.oldest !== null) return { outcome: "full", oldest: new Date(row.oldest) };
  return { outcome: "unknown" };
}

export type PuckAndClaim = { sealedSecret: string; bayId: string | null; claim: OpenClaim };

type ClaimRow = {
  sealed_secret: string;
  bay_id: string | null;
  expires_at: string | null;
  used_at: string | null;
  voided_at: string | null;
};

export type ClaimKey = { householdId: string; deviceId: string; nonce: string };

/** What a finish is judged by; null where the household has no such puck. */
export async function findClaim(db: Db, key: ClaimKey): Promise<PuckAndClaim | null> {
  const nonceHash = byteaText(await secretHash(key.nonce));
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<ClaimRow>(sql`
      select puck.sealed_secret, puck.bay_id, claim.expires_at, claim.used_at, claim.voided_at
      from pucks puck left join puck_claims claim on claim.nonce_hash = ${nonceHash}::bytea
        and claim.device_id = puck.device_id and claim.household_id = puck.household_id
      where puck.device_id = ${key.deviceId} and puck.household_id = ${key.householdId}`),
  );
  const [row] = rows;
  return row === undefined
    ? null
    : { sealedSecret: row.sealed_secret, bayId: row.bay_id, claim: toClaim(row) };
}

const toClaim = ({ expires_at, used_at, voided_at }: ClaimRow): OpenClaim =>
  expires_at === null
    ? null
    : { expiresAt: new Date(expires_at), usedAt: dateOf(used_at), voidedAt: dateOf(voided_at) };

/** A wrong signature uses up a try; the last one voids the nonce. */
export async function countWrongTry(db: Db, { householdId, nonce }: ClaimKey, at: Date): Promise<void> {
  const nonceHash = byteaText(await secretHash(nonce));
  await db("once", (queries) =>
    queries.execute(sql`
      update puck_claims set wrong_tries = wrong_tries + 1,
        voided_at = case when wrong_tries + 1 >= ${LIMITS.claimWrongTriesMax}::integer
          then ${at.toISOString()}::timestamptz end
      where nonce_hash = ${nonceHash}::bytea and household_id = ${householdId}
        and used_at is null and voided_at is null`),
  );
}
