import { type SQL, sql } from "drizzle-orm";
import { LIMITS } from "../../schema/limits.ts";
import type { ActivityEntry } from "../domain/activity.ts";
import { logFrom } from "./activity.ts";
import type { Db } from "./db.ts";
import { underHouseholdLock } from "./household-lock.ts";
import { byteaText } from "./secret-hash.ts";

/** An ingest key in the forms in which it is kept. */
export type KeptIngestKey = {
  hash: Uint8Array;
  hint: string;
  /** Null where no key vault is configured. */
  sealed: string | null;
  callout: string;
  calloutUntil: Date;
};

/** What a repeated call with the same `Idempotency-Key` is answered; `answer` holds no secret. */
export type Receipt = { keyHash: Uint8Array; bodyHash: Uint8Array; answer: object; sealedSecret: string };

export type NewDevice = {
  id: string;
  householdId: string;
  name: string;
  space: string;
  key: KeptIngestKey;
  now: Date;
  receipt: Receipt | null;
  entry: ActivityEntry;
};

export type Made =
  | { outcome: "made" }
  | { outcome: "full" }
  | { outcome: "known"; sameBody: boolean; answer: unknown; sealedSecret: string | null };

type Row = {
  made: boolean;
  known: boolean;
  same_body: boolean | null;
  answer: unknown;
  sealed_secret: string | null;
};

/** A push device with its receipt and activity entry, or what the same call was answered before. */
export async function makeDevice(db: Db, device: NewDevice): Promise<Made> {
  const [row] = await underHouseholdLock<Row>(db, "repeatable", device.householdId, statement(device));
  if (row?.known) {
    const { same_body, answer, sealed_secret } = row;
    return { outcome: "known", sameBody: same_body === true, answer, sealedSecret: sealed_secret };
  }
  return { outcome: row?.made ? "made" : "full" };
}

/** A repeated attempt finds its own device by the id drawn for it, and its own receipt. */
const statement = (device: NewDevice): SQL => sql`
  with known as (${knownReceipt(device)}),
  made as (
    insert into devices (id, household_id, type, name, space, ingest_key_hash, ingest_key_hint,
      sealed_ingest_key, callout_ingest_key, callout_until, created_at)
    select ${device.id}, ${device.householdId}, 'push', ${device.name}, ${device.space},
      ${byteaText(device.key.hash)}::bytea, ${device.key.hint}, ${device.key.sealed}, ${device.key.callout},
      ${device.key.calloutUntil.toISOString()}::timestamptz, ${device.now.toISOString()}::timestamptz
    where not exists (select from known) and (select count(*) from devices
      where household_id = ${device.householdId}) < ${LIMITS.householdDevicesMax}::integer
    on conflict (id) do nothing
    returning id),
  kept as (${keepReceipt(device)}),
  logged as (${logFrom("made", device.entry)})
  select exists (select from made) or exists (select from devices where id = ${device.id}) as made,
    exists (select from known) as known, (select same_body from known), (select answer from known),
    (select sealed_secret from known)`;

const knownReceipt = ({ receipt, householdId, now }: NewDevice): SQL =>
  receipt === null
    ? sql`select null::boolean as same_body, null::jsonb as answer, null::text as sealed_secret where false`
    : sql`select body_hash = ${byteaText(receipt.bodyHash)}::bytea as same_body, answer, sealed_secret
        from api_receipts
        where household_id = ${householdId} and key_hash = ${byteaText(receipt.keyHash)}::bytea
          and created_at > ${now.toISOString()}::timestamptz - make_interval(hours => ${LIMITS.idempotencyHours}::integer)`;

const keepReceipt = ({ receipt, householdId, now }: NewDevice): SQL =>
  receipt === null
    ? sql`select 1`
    : sql`insert into api_receipts (household_id, key_hash, body_hash, status, answer, sealed_secret, created_at)
        select ${householdId}, ${byteaText(receipt.keyHash)}::bytea, ${byteaText(receipt.bodyHash)}::bytea, 201,
          ${JSON.stringify(receipt.answer)}::jsonb, ${receipt.sealedSecret}, ${now.toISOString()}::timestamptz
        from made
        on conflict (household_id, key_hash) do update set body_hash = excluded.body_hash,
          answer = excluded.answer, sealed_secret = excluded.sealed_secret, created_at = excluded.created_at`;
