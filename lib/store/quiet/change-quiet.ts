import { type SQL, sql } from "drizzle-orm";
import { LIMITS } from "../../../schema/limits.ts";
import type { ActivityEntry } from "../../domain/activity.ts";
import type { QuietTimes } from "../../domain/quiet/apply-action.ts";
import { logFrom } from "../activity.ts";
import type { Db } from "../db.ts";
import { byteaText } from "../secret-hash.ts";

/** What is known again when the same signed call comes a second time. */
export type CallReceipt = { tokenId: string; contentHash: Uint8Array; seconds: number };

export type QuietChange = {
  /** Only the columns of this mode are written, so that a snooze and a vacation set at once both hold. */
  mode: "snooze" | "vacation";
  next: QuietTimes;
  entry: ActivityEntry;
  /** Null where every call acts. */
  receipt: CallReceipt | null;
};

/** Once for all calls with the same receipt, however many come at once; false for a replay, which does nothing. */
export async function changeQuiet(db: Db, { mode, next, entry, receipt }: QuietChange): Promise<boolean> {
  const { rows } = await db("once", (queries) =>
    queries.execute(sql`
      with fresh as (${receipt === null ? sql`select 1` : takeReceipt(receipt, entry.at)}),
      forgotten as (${receipt === null ? sql`select 1` : forgetReceipts(receipt, entry.at)}),
      changed as (
        update households set ${columnsOf(mode, next)}
        where id = ${entry.householdId} and exists (select from fresh)
        returning id),
      logged as (${logFrom("changed", entry)})
      select id from changed`),
  );
  return rows.length > 0;
}

const columnsOf = (mode: QuietChange["mode"], next: QuietTimes): SQL =>
  mode === "snooze"
    ? sql`snoozed_until = ${moment(next.snoozedUntil)}`
    : sql`vacation_since = ${moment(next.vacationSince)}, vacation_until = ${moment(next.vacationUntil)}`;

const moment = (at: Date | null): SQL => sql`${at?.toISOString() ?? null}::timestamptz`;

const secondsBefore = (at: Date, seconds: number): SQL => moment(new Date(at.getTime() - seconds * 1_000));

const takeReceipt = ({ tokenId, contentHash, seconds }: CallReceipt, now: Date): SQL => sql`
  insert into inbound_receipts as receipt (token_id, content_hash, received_at)
  values (${tokenId}, ${byteaText(contentHash)}::bytea, ${moment(now)})
  on conflict (token_id, content_hash) do update set received_at = excluded.received_at
    where receipt.received_at <= ${secondsBefore(now, seconds)}
  returning 1`;

/** A token keeps those of the last minutes, of which its rate limit bounds the number. */
const forgetReceipts = ({ tokenId, contentHash }: CallReceipt, now: Date): SQL => sql`
  delete from inbound_receipts
  where token_id = ${tokenId} and content_hash <> ${byteaText(contentHash)}::bytea
    and received_at <= ${secondsBefore(now, LIMITS.inboundReplaySeconds)}`;
