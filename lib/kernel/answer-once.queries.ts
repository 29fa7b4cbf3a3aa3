import { sql } from "drizzle-orm";
import { LIMITS } from "../../schema/limits.ts";
import type { Db } from "./db.queries.ts";
import { byteaText, secretHash } from "./statements.queries.ts";
import { HOUR_MS } from "./time.ts";

/** A request with an idempotency key. `sender` and `key` together identify it within its household. */
export type KeyedRequest = { householdId: string; sender: string; key: string; request: string };

/** One attempt to answer a request; `attempt` is its random id. */
export type Attempt = { householdId: string; keyHash: Uint8Array; attempt: string };

/** The receipt under a key. `ours`: this attempt must answer. The other fields are null if no row is visible. */
type Begun = {
  ours: boolean;
  same_request: boolean | null;
  status: number | null;
  sealed_answer: string | null;
  since_seconds: number | null;
};

/** Hashes sender and key together, so that two senders may use the same key. */
export const keyHashOf = ({ sender, key }: KeyedRequest): Promise<Uint8Array> =>
  secretHash(JSON.stringify([sender, key]));

/**
 * Claims the key for this attempt, or returns another attempt's receipt. Only one of concurrent attempts gets it. Deletes
 * the home's oldest receipts beyond the limit: answers are kept whole, and some are long.
 */
export async function beginAttempt(db: Db, asked: KeyedRequest, go: Attempt, now: Date) {
  const requestHash = byteaText(await secretHash(asked.request));
  const at = sql`${now.toISOString()}::timestamptz`;
  const forgotten = new Date(now.getTime() - LIMITS.idempotencyHours * HOUR_MS);
  const named = sql`household_id = ${go.householdId} and key_hash = ${byteaText(go.keyHash)}::bytea`;
  const rows = await db.query<Begun>(sql`
    with beyond as (
      delete from request_receipts where household_id = ${go.householdId} and key_hash in (
        select key_hash from request_receipts
        where household_id = ${go.householdId} and key_hash <> ${byteaText(go.keyHash)}::bytea
        order by created_at desc offset ${LIMITS.idempotentAnswersMax - 1} for update skip locked)),
    ours as (
      insert into request_receipts as kept (household_id, key_hash, request_hash, attempt, created_at)
      values (${go.householdId}, ${byteaText(go.keyHash)}::bytea, ${requestHash}::bytea, ${go.attempt}, ${at})
      on conflict (household_id, key_hash) do update set request_hash = excluded.request_hash,
        attempt = excluded.attempt, status = null, sealed_answer = null, created_at = excluded.created_at
      where kept.attempt = excluded.attempt
        or kept.created_at <= ${forgotten.toISOString()}::timestamptz
      returning 1)
    select exists (select from ours) as ours, request_hash = ${requestHash}::bytea as same_request, status,
      sealed_answer, extract(epoch from ${at} - created_at)::float8 as since_seconds
    from (select) nothing left join request_receipts on ${named}`);
  return rows[0];
}

const isOf = ({ householdId, keyHash, attempt }: Attempt) =>
  sql`household_id = ${householdId} and key_hash = ${byteaText(keyHash)}::bytea and attempt = ${attempt}`;

export async function keepAnswer(
  db: Db,
  go: Attempt,
  { status, sealedAnswer }: { status: number; sealedAnswer: string },
): Promise<void> {
  await db.query(
    sql`update request_receipts set status = ${status}, sealed_answer = ${sealedAnswer} where ${isOf(go)}`,
  );
}

/** Frees the key of an attempt that did nothing. */
export async function forgetAttempt(db: Db, go: Attempt): Promise<void> {
  await db.query(sql`delete from request_receipts where ${isOf(go)}`);
}
