import { sql } from "drizzle-orm";
import { LIMITS } from "../../../schema/limits.ts";
import type { Channel } from "../../../schema/vocabulary.ts";
import type { ActivityEntry } from "../../domain/activity.ts";
import type { Charge } from "../../domain/outgoing/audience/counts.ts";
import type { ContactRecord } from "../../domain/outgoing/audience/shown-contact.ts";
import type { SealedMessage } from "../../domain/outgoing/message.ts";
import { logFrom } from "../activity.ts";
import type { Db } from "../db.ts";
import { isoTime } from "../iso-time.ts";
import { nameLock, userLock } from "../under-lock.ts";
import { affordable, chargesLock, countCharges } from "./charges.ts";
import { messageRows } from "./enqueue.ts";

const RECORD_JSON = sql`jsonb_build_object('id', point.id, 'channel', point.channel, 'address', point.address,
  'isVerified', point.verified_at is not null, 'isGone', point.gone_at is not null,
  'createdAt', ${isoTime("point.created_at")})`;

/** All that a person has added, oldest first. */
export async function listContactPoints(db: Db, userId: string): Promise<ContactRecord[]> {
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<{ contact: ContactRecord }>(sql`
      select ${RECORD_JSON} as contact from contact_points point
      where point.user_id = ${userId} order by point.created_at, point.id`),
  );
  return rows.map(({ contact }) => contact);
}

/** By its id, or by what it is; null where the person has no such one. */
export async function findContactPoint(
  db: Db,
  userId: string,
  by: { id: string } | { channel: Channel; address: string },
): Promise<ContactRecord | null> {
  const which =
    "id" in by
      ? sql`point.id = ${by.id}`
      : sql`point.channel = ${by.channel} and point.address = ${by.address}`;
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<{ contact: ContactRecord }>(sql`
      select ${RECORD_JSON} as contact from contact_points point where point.user_id = ${userId} and ${which}`),
  );
  return rows[0]?.contact ?? null;
}

export type NewContactPoint = {
  id: string;
  userId: string;
  channel: Channel;
  address: string;
  sealedSecret: string | null;
  details: object;
  /** How many the person may have. Where it is one, another takes its place as soon as it counts. */
  max: number;
  isExclusive: boolean;
  /** Null where it counts at once. */
  code: { sealedCode: string; mail: SealedMessage; charges: Charge[] } | null;
  entry: ActivityEntry;
};

/** `kept`: it was there already and counts, so that nothing had to be proved again. */
export type AddVerdict = "added" | "kept" | "too_many" | "taken" | "code_limit";

type AddRow = {
  held: number;
  is_kept: boolean;
  is_taken: boolean;
  is_affordable: boolean;
  is_added: boolean;
};

/** Adds or renews a contact point, and queues its code; whoever adds another at the same time waits. */
export async function addContactPoint(db: Db, wish: NewContactPoint): Promise<AddVerdict> {
  const { id, userId, channel, address, code, entry } = wish;
  const at = sql`${entry.at.toISOString()}::timestamptz`;
  const charges = code?.charges ?? [];
  const expiresAt = new Date(entry.at.getTime() + LIMITS.contactCodeMinutes * 60_000);
  const statement = sql`
    with facts as (
      select (select count(*) from contact_points where user_id = ${userId} and channel = ${channel}
          and address <> ${address} and gone_at is null) as held,
        exists (select from contact_points where user_id = ${userId} and channel = ${channel}
          and address = ${address} and verified_at is not null and gone_at is null) as is_kept,
        ${wish.isExclusive}::boolean and exists (select from contact_points where channel = ${channel}
          and address = ${address} and user_id <> ${userId} and gone_at is null) as is_taken),
    ${affordable(charges)},
    allowed as (
      select 1 from facts, affordable
      where not is_taken and (held < ${wish.max}::bigint or ${wish.max}::bigint = 1)
        and not (is_kept and ${code !== null})),
    replaced as (
      delete from contact_points where ${wish.max}::bigint = 1 and user_id = ${userId} and channel = ${channel}
        and address <> ${address} and (verified_at is null or gone_at is not null) and exists (select from allowed)),
    added as (
      insert into contact_points as point (id, user_id, channel, address, sealed_secret, details, verified_at,
        sealed_code, code_expires_at, created_at, updated_at)
      select ${id}, ${userId}, ${channel}, ${address}, ${wish.sealedSecret}, ${JSON.stringify(wish.details)}::jsonb,
        case when ${code === null} then ${at} end, ${code?.sealedCode ?? null},
        case when ${code !== null} then ${expiresAt.toISOString()}::timestamptz end, ${at}, ${at}
      from allowed
      on conflict (user_id, channel, address) do update set
        id = excluded.id, sealed_secret = excluded.sealed_secret, details = excluded.details,
        verified_at = excluded.verified_at, gone_at = null, sealed_code = excluded.sealed_code,
        code_expires_at = excluded.code_expires_at, code_tries = 0, updated_at = excluded.updated_at
      returning point.id),
    news as (select 1 from added, facts where not is_kept),
    counted as (${countCharges("added")}),
    queued as (${messageRows(code === null ? [] : [code.mail], entry.at, sql`exists (select from added)`)}),
    logged as (${logFrom("news", entry)})
    select held::integer as held, is_kept, is_taken, exists (select from affordable) as is_affordable,
      exists (select from added) as is_added from facts`;
  const results = await db("once", (queries) =>
    queries.batch([
      queries.execute(wish.isExclusive ? nameLock([`contact ${channel} ${address}`]) : userLock(userId)),
      queries.execute(userLock(userId)),
      queries.execute(chargesLock(charges)),
      queries.execute<AddRow>(statement),
    ]),
  );
  return verdictOf(results[3].rows[0]);
}

function verdictOf(row: AddRow | undefined): AddVerdict {
  if (row === undefined || row.is_taken) return "taken";
  if (row.is_added) return "added";
  if (row.is_kept) return "kept";
  return row.is_affordable ? "too_many" : "code_limit";
}

export type OpenCode = { contact: ContactRecord; sealedCode: string };

/** Takes one of the tries before anyone judges the code. Null where there is no code (any more), or no try left. */
export async function takeCodeTry(db: Db, userId: string, id: string, now: Date): Promise<OpenCode | null> {
  const { rows } = await db("once", (queries) =>
    queries.execute<{ contact: ContactRecord; sealed_code: string }>(sql`
      update contact_points point set code_tries = code_tries + 1
      where id = ${id} and user_id = ${userId} and sealed_code is not null and gone_at is null
        and code_expires_at > ${now.toISOString()}::timestamptz
        and code_tries < ${LIMITS.contactCodeTriesMax}::integer
      returning ${RECORD_JSON} as contact, sealed_code`),
  );
  const [row] = rows;
  return row === undefined ? null : { contact: row.contact, sealedCode: row.sealed_code };
}

export type Verification = { userId: string; sealedCode: string; isOnlyOne: boolean; entry: ActivityEntry };

/** Makes it count, for the code that was judged; false where another code has taken its place meanwhile. */
export async function verifyContactPoint(
  db: Db,
  { userId, sealedCode, isOnlyOne, entry }: Verification,
): Promise<boolean> {
  const { rows } = await db("once", (queries) =>
    queries.execute(sql`
      with verified as (
        update contact_points set verified_at = ${entry.at.toISOString()}::timestamptz, sealed_code = null,
          code_expires_at = null
        where id = ${entry.subject} and user_id = ${userId} and sealed_code = ${sealedCode}
        returning id, channel),
      replaced as (
        delete from contact_points using verified
        where ${isOnlyOne} and contact_points.user_id = ${userId} and contact_points.channel = verified.channel
          and contact_points.id <> verified.id),
      logged as (${logFrom("verified", entry)})
      select id from verified`),
  );
  return rows.length > 0;
}

export type Removal = {
  userId: string;
  channel: Channel;
  id?: string;
  address?: string;
  entry: ActivityEntry;
};

/** By id or address, or all of the channel. Another person's is as unknown as one that never was. */
export async function removeContactPoints(db: Db, removal: Removal): Promise<boolean> {
  const { userId, channel, id = null, address = null, entry } = removal;
  const { rows } = await db("once", (queries) =>
    queries.execute(sql`
      with removed as (
        delete from contact_points where user_id = ${userId} and channel = ${channel}
          and (${id}::text is null or id = ${id}) and (${address}::text is null or address = ${address})
        returning id),
      logged as (${logFrom("removed", entry)})
      select id from removed`),
  );
  return rows.length > 0;
}
