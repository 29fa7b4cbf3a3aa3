import { and, eq, lte, ne, type SQLWrapper, sql } from "drizzle-orm";
import { LIMITS } from "../../../schema/limits.ts";
import { households } from "../../../schema/tables/household.ts";
import { inboundReceipts } from "../../../schema/tables/inbound.ts";
import type { ActivityEntry } from "../../domain/activity.ts";
import type { QuietTimes } from "../../domain/quiet/apply-action.ts";
import { logFrom } from "../activity.ts";
import type { Db } from "../db.ts";
import { draft } from "../draft.ts";

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

/**
 * Once for all calls with the same receipt, however many come at once; false for a replay, which does
 * nothing.
 */
export async function changeQuiet(db: Db, { mode, next, entry, receipt }: QuietChange): Promise<boolean> {
  const changed = draft
    .update(households)
    .set(columnsOf(mode, next))
    .where(and(eq(households.id, entry.householdId), sql`exists (select from fresh)`))
    .returning({ id: households.id });
  const fresh = receipt === null ? sql`select 1` : takeReceipt(receipt, entry.at);
  const forgotten = receipt === null ? sql`select 1` : forgetReceipts(receipt, entry.at);
  const { rows } = await db("once", (queries) =>
    queries.execute(sql`
      with fresh as (${fresh.getSQL()}), forgotten as (${forgotten.getSQL()}),
      changed as ${changed},
      logged as (${logFrom("changed", entry)})
      select id from changed`),
  );
  return rows.length > 0;
}

const columnsOf = (
  mode: QuietChange["mode"],
  { snoozedUntil, vacationSince, vacationUntil }: QuietTimes,
): Partial<QuietTimes> => (mode === "snooze" ? { snoozedUntil } : { vacationSince, vacationUntil });

const secondsBefore = (at: Date, seconds: number): Date => new Date(at.getTime() - seconds * 1_000);

const takeReceipt = ({ tokenId, contentHash, seconds }: CallReceipt, receivedAt: Date): SQLWrapper =>
  draft
    .insert(inboundReceipts)
    .values({ tokenId, contentHash, receivedAt })
    .onConflictDoUpdate({
      target: [inboundReceipts.tokenId, inboundReceipts.contentHash],
      set: { receivedAt },
      setWhere: lte(inboundReceipts.receivedAt, secondsBefore(receivedAt, seconds)),
    })
    .returning({ tokenId: inboundReceipts.tokenId });

/** A token keeps those of the last minutes, of which its rate limit bounds the number. */
const forgetReceipts = ({ tokenId, contentHash }: CallReceipt, now: Date): SQLWrapper =>
  draft
    .delete(inboundReceipts)
    .where(
      and(
        eq(inboundReceipts.tokenId, tokenId),
        ne(inboundReceipts.contentHash, contentHash),
        lte(inboundReceipts.receivedAt, secondsBefore(now, LIMITS.inboundReplaySeconds)),
      ),
    );
