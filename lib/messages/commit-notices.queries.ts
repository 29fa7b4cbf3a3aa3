import { sql } from "drizzle-orm";
import { affordable, chargesLock, countCharges } from "../budget/charges.queries.ts";
import type { Charge } from "../budget/counts.ts";
import type { Db } from "../kernel/db.queries.ts";
import { byteaText } from "../kernel/secret-hash.queries.ts";
import { messageRows, type QueuedMessage } from "./enqueue.queries.ts";

/** The link in messages to one person; only the hash of its token is kept. */
export type NewAlertLink = { tokenHash: Uint8Array; userId: string; alertIds: string[]; expiresAt: Date };

export type WrittenNotices = {
  householdId: string;
  findingIds: number[];
  messages: QueuedMessage[];
  links: NewAlertLink[];
  charges: Charge[];
  /** Alerts whose waiting messages these make pointless: for everyone, and for whoever gets one of these. */
  overtaken: { everyone: string[]; sameRecipient: string[] };
};

/**
 * Queues the messages of a home's findings and marks all of them told, in one statement and once. False where
 * there is nothing left to do for this writer: another was first, or a cap has filled up meanwhile, so that
 * it has to be planned anew.
 */
export async function commitNotices(db: Db, written: WrittenNotices, now: Date): Promise<boolean> {
  const { householdId, findingIds, messages, links, charges, overtaken } = written;
  const at = sql`${now.toISOString()}::timestamptz`;
  const everyone = textArray(overtaken.everyone);
  const either = textArray([...overtaken.everyone, ...overtaken.sameRecipient]);
  const linkRows = links.map((link) => ({ ...link, tokenHash: byteaText(link.tokenHash) }));
  const statement = sql`
    with due as (
      select id from findings
      where id = any(${`{${findingIds.join(",")}}`}::bigint[]) and told_at is null for update
    ), ${affordable(charges)}, changed as (
      update findings set told_at = ${at} from due
      where findings.id = due.id and exists (select from affordable)
        and (select count(*) from due) = ${findingIds.length}::bigint
      returning findings.id
    ), counted as (${countCharges("changed")}
    ), message as (
      select channel, recipient
      from jsonb_to_recordset(${JSON.stringify(messages)}::jsonb) as m (channel text, recipient text)
    ), overtaken as (
      update outbox set state = 'dropped', settled_at = ${at}, last_error = 'Overtaken by later news'
      where household_id = ${householdId} and state = 'pending' and alert_ids <> '{}'
        and exists (select from changed)
        and (alert_ids <@ ${everyone}
          or (alert_ids <@ ${either} and (channel, recipient) in (select channel, recipient from message)))
    ), linked as (
      insert into alert_links (token_hash, household_id, user_id, alert_ids, expires_at)
      select l."tokenHash"::bytea, ${householdId}, l."userId",
        array(select jsonb_array_elements_text(l."alertIds")), l."expiresAt"
      from jsonb_to_recordset(${JSON.stringify(linkRows)}::jsonb)
        as l ("tokenHash" text, "userId" text, "alertIds" jsonb, "expiresAt" timestamptz)
      where exists (select from changed)
    ), queued as (${messageRows(messages, now, sql`exists (select from changed)`)})
    select id from changed`;
  const results = await db("repeatable", (queries) =>
    queries.batch([queries.execute(chargesLock(charges)), queries.execute(statement)]),
  );
  return results[1].rows.length > 0;
}

/** Alert ids hold nothing that would need quoting. */
const textArray = (ids: string[]) => sql`${`{${ids.join(",")}}`}::text[]`;
