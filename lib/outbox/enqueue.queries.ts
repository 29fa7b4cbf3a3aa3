import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Db } from "../kernel/db.queries.ts";
import type { OwnFailure } from "../language/channel-words.ts";
import type { SealedMessage } from "./message.ts";

/** Not sent before `at`, or due at once if absent. `dropped`: recorded with this reason and never sent. */
export type QueuedMessage = SealedMessage & { at?: Date; dropped?: OwnFailure };

/**
 * The one insert that queues messages, if `condition` holds; returns the ids of new rows. Idempotent by dedupe key. Queues
 * nothing for a home that was deleted while the message was written.
 * Runs in the statement that commits the reason for the messages, so that neither exists without the other.
 */
export const messageRows = (messages: QueuedMessage[], now: Date, condition: SQLWrapper = sql`true`) => sql`
  insert into outbox (id, household_id, channel, recipient, dedupe_key, kind, sealed_message, is_critical, turn_of,
    alert_ids, next_attempt_at, created_at, state, last_error, settled_at)
  select message.id, message."householdId", message.channel, message.recipient, message."dedupeKey", message.kind,
    message."sealedContent", coalesce(message."isCritical", false),
    message."turnOf", coalesce(message."alertIds", '{}'), coalesce(message.at, ${now.toISOString()}::timestamptz),
    ${now.toISOString()}::timestamptz, case when message.dropped is null then 'pending' else 'dropped' end,
    message.dropped, case when message.dropped is not null then ${now.toISOString()}::timestamptz end
  from jsonb_to_recordset(${JSON.stringify(messages)}::jsonb) as message (id text, "householdId" text,
    channel text, recipient text, "dedupeKey" text, kind text, "sealedContent" text, "isCritical" boolean,
    "turnOf" text, "alertIds" text[], at timestamptz, dropped text)
  where ${condition} and (message."householdId" is null
    or exists (select from households where households.id = message."householdId"))
  on conflict (dedupe_key) do nothing returning id`;

/** `messageRows` for a statement whose CTE is named `changed`: queues only if that CTE has a row. */
export const enqueueFrom = (changed: string, messages: QueuedMessage | QueuedMessage[], now: Date): SQL =>
  messageRows([messages].flat(), now, sql`exists (select from ${sql.raw(changed)})`);

/** Runs a change and queues messages if the change returns a row, in one statement. Returns true if it did. */
export async function changeAndEnqueue(db: Db, change: SQL, messages: QueuedMessage[], now: Date) {
  const rows = await db.mutate(sql`
    with changed as (${change}), queued as (${enqueueFrom("changed", messages, now)}) select from changed`);
  return rows.length > 0;
}

export async function enqueueMessages(db: Db, messages: QueuedMessage[], now: Date): Promise<number> {
  if (messages.length === 0) return 0;
  const rows = await db.query(messageRows(messages, now));
  return rows.length;
}

/** Returns the dedupe keys that aren't queued yet: asking first is cheaper than writing messages in vain. */
export async function newDedupeKeys(db: Db, keys: string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const rows = await db.query<{ key: string }>(sql`
    select key from jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb) as key
    where not exists (select from outbox where dedupe_key = key)`);
  return new Set(rows.map(({ key }) => key));
}
