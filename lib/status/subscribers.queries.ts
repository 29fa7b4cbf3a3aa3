import { and, eq, gt, sql } from "drizzle-orm";
import { outbox } from "../../schema/tables/outbox.ts";
import { statusSubscribers } from "../../schema/tables/status.ts";
import { type Language, STATUS_NEWS_MAIL } from "../../schema/vocabulary.ts";
import { countCharges, underCharges } from "../budget/charges.queries.ts";
import type { Charge } from "../budget/counts.ts";
import type { Db } from "../kernel/db.queries.ts";
import { cte, insertSelect, isoTime, queryBuilder, secretHash } from "../kernel/statements.queries.ts";
import { HOUR_MS, MINUTE_MS } from "../kernel/time.ts";
import { enqueueFrom, messageRows, type QueuedMessage } from "../outbox/enqueue.queries.ts";
import type { SubscriberNews } from "../outbox/mail/status-mails.ts";
import type { SealedMessage } from "../outbox/message.ts";
import { STATUS_LIMITS } from "./limits.ts";

/** The oldest news that has not been mailed to every subscriber, with the next subscribers by address. */
export type DueStatusNews = SubscriberNews & {
  id: string;
  /** The cursor: the last address whose mail is queued; "" before the first. */
  mailedTo: string;
  readers: { email: string; language: Language }[];
};

/**
 * Returns null if everybody has been mailed, or if too many mails wait already. People who confirmed after the news get
 * no mail about it.
 */
export async function findDueStatusNews(db: Db, now: Date): Promise<DueStatusNews | null> {
  const rows = await db.query<DueStatusNews>(sql`
    select news.id, news.mailed_to as "mailedTo",
      json_build_object('title', title, 'impact', impact, 'components', components, 'opened_at', ${isoTime("opened_at")}) as incident,
      json_build_object('kind', news.kind, 'text', news.text, 'at', ${isoTime("news.at")}) as news,
      array(select json_build_object('email', email, 'language', language) from status_subscribers
        where confirmed_at <= news.at and email > news.mailed_to
        order by email limit ${STATUS_LIMITS.statusMailBatch}::integer) as readers
    from status_news news join status_incidents incident on incident.id = news.incident_id
    where mailed_at is null
      and news.at > ${now.toISOString()}::timestamptz - make_interval(hours => ${STATUS_LIMITS.statusMailHours}::integer)
      and (select count(*) from outbox where state = 'pending' and kind = ${STATUS_NEWS_MAIL})
        < ${STATUS_LIMITS.statusMailsWaitingMax}::integer
    order by news.at, array_position(array['opened', 'updated', 'closed'], news.kind), news.id limit 1`);
  return rows[0] ?? null;
}

/**
 * Queues the mails of a batch, moves the cursor, and returns how many were queued. Of two concurrent calls only one
 * queues. A reader who has unsubscribed meanwhile gets no mail.
 */
export async function queueStatusMails(
  db: Db,
  { id, mailedTo, readers }: DueStatusNews,
  messages: QueuedMessage[],
  now: Date,
): Promise<number> {
  const isLast = readers.length < STATUS_LIMITS.statusMailBatch;
  const rows = await db.query(sql`
    with moved as (
      update status_news set mailed_to = ${readers.at(-1)?.email ?? mailedTo},
        mailed_at = case when ${isLast}::boolean then ${now.toISOString()}::timestamptz end
      where id = ${id} and mailed_to = ${mailedTo} and mailed_at is null returning id)
    ${messageRows(
      messages,
      now,
      sql`exists (select from moved) and exists (select from status_subscribers
        where email = message.recipient and confirmed_at is not null)`,
    )}`);
  return rows.length;
}

/** Confirms a subscription, or returns false if the link is unknown or expired. Can be repeated. */
export async function confirmSubscription(db: Db, token: string, now: Date): Promise<boolean> {
  const hash = await secretHash(token);
  const confirmedAt = sql`coalesce(${statusSubscribers.confirmedAt}, ${now.toISOString()}::timestamptz)`;
  const confirmed = await db("repeatable", (queries) =>
    queries
      .update(statusSubscribers)
      .set({ confirmedAt })
      .where(and(eq(statusSubscribers.confirmHash, hash), gt(statusSubscribers.confirmExpiresAt, now)))
      .returning({ email: statusSubscribers.email }),
  );
  return confirmed.length > 0;
}

/** Deletes a subscriber and drops their waiting mails. Idempotent. */
export async function endSubscription(db: Db, email: string, now: Date): Promise<void> {
  const gone = queryBuilder.delete(statusSubscribers).where(eq(statusSubscribers.email, email));
  await db("repeatable", (queries) =>
    queries
      .with(cte("gone", gone))
      .update(outbox)
      .set({ state: "dropped", settledAt: now })
      .where(
        and(eq(outbox.state, "pending"), eq(outbox.recipient, email), eq(outbox.kind, STATUS_NEWS_MAIL)),
      ),
  );
}

type SubscriptionRequest = {
  email: string;
  language: Language;
  confirmToken: string;
  now: Date;
  mail: SealedMessage;
  /** The charges for the mail; if one is over its limit, nothing happens, and the response doesn't reveal it. */
  charges: readonly Charge[];
};

/** Stores a request and queues its mail. Skips a confirmed address, and one mailed just now, whose link still works. */
export async function requestSubscription(db: Db, request: SubscriptionRequest): Promise<void> {
  const { now } = request;
  const expiresAt = new Date(now.getTime() + STATUS_LIMITS.statusConfirmHours * HOUR_MS);
  const again = new Date(expiresAt.getTime() - STATUS_LIMITS.statusConfirmAgainMinutes * MINUTE_MS);
  const tokens = {
    confirmHash: await secretHash(request.confirmToken),
    confirmExpiresAt: expiresAt,
  };
  const asked = insertSelect(
    statusSubscribers,
    { email: request.email, language: request.language, createdAt: now, ...tokens },
    sql`from affordable on conflict (email) do update
      set confirm_hash = excluded.confirm_hash, confirm_expires_at = excluded.confirm_expires_at,
        language = excluded.language
      where status_subscribers.confirmed_at is null
        and status_subscribers.confirm_expires_at <= ${again.toISOString()}::timestamptz
      returning email`,
  );
  await underCharges(
    db,
    request.charges,
    sql`asked as (${asked}), counted as (${countCharges("asked")}),
      queued as (${enqueueFrom("asked", request.mail, now)})`,
  );
}
