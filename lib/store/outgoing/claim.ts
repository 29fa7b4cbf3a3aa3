import { sql } from "drizzle-orm";
import type { Channel } from "../../../schema/vocabulary.ts";
import type { Settlement } from "../../domain/outgoing/delivery/settle.ts";
import type { Db } from "../db.ts";

/** A row that this caller alone may send until its lease ends. */
export type ClaimedMessage = {
  id: string;
  channel: Channel;
  recipient: string;
  sealedContent: string;
  /** The coming one included. */
  attempts: number;
  createdAt: Date;
};

type ClaimedRow = {
  id: string;
  channel: Channel;
  recipient: string;
  sealed_message: string;
  attempts: number;
  created_at: string;
};

/** Leases up to `limit` due messages, oldest first; two dispatchers never get the same one. */
export async function claimDue(
  db: Db,
  { now, limit, leaseMs }: { now: Date; limit: number; leaseMs: number },
): Promise<ClaimedMessage[]> {
  const leaseUntil = new Date(now.getTime() + leaseMs);
  const { rows } = await db("once", (queries) =>
    queries.execute<ClaimedRow>(sql`
      update outbox set lease_until = ${leaseUntil.toISOString()}::timestamptz, attempts = attempts + 1
      where id in (
        select id from outbox
        where state = 'pending' and next_attempt_at <= ${now.toISOString()}::timestamptz
          and (lease_until is null or lease_until <= ${now.toISOString()}::timestamptz)
        order by next_attempt_at, id limit ${limit} for update skip locked
      )
      returning id, channel, recipient, sealed_message, attempts, created_at`),
  );
  return rows.map((row) => ({
    id: row.id,
    channel: row.channel,
    recipient: row.recipient,
    sealedContent: row.sealed_message,
    attempts: row.attempts,
    createdAt: new Date(row.created_at),
  }));
}

export type SettledMessage = Settlement & { id: string; attempts: number };

/**
 * Writes what became of claimed messages; one whose lease was taken over since is left to the other. One that was
 * overtaken meanwhile has been sent all the same, or is not tried again.
 */
export async function settleMessages(db: Db, settled: SettledMessage[], now: Date): Promise<void> {
  if (settled.length === 0) return;
  await db("repeatable", (queries) =>
    queries.execute(sql`
      update outbox set state = result.state, lease_until = null, provider_id = result."providerId",
        last_error = result."lastError", next_attempt_at = coalesce(result."nextAttemptAt", outbox.next_attempt_at),
        settled_at = case when result.state = 'pending' then null else ${now.toISOString()}::timestamptz end
      from jsonb_to_recordset(${JSON.stringify(settled)}::jsonb) as result (
        id text, attempts integer, state text, "providerId" text, "lastError" text, "nextAttemptAt" timestamptz)
      where outbox.id = result.id and outbox.attempts = result.attempts
        and (outbox.state = 'pending' or (outbox.state = 'dropped' and result.state = 'sent'))`),
  );
}
