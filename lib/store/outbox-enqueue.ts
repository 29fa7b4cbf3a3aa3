import { type SQL, sql } from "drizzle-orm";
import type { SealedMessage } from "../domain/message.ts";
import type { Db } from "./db.ts";

/** The insert that queues messages where `condition` holds, each once for all who decide it. Returns their ids. */
export const messageRows = (messages: SealedMessage[], now: Date, condition: SQL = sql`true`): SQL => sql`
  insert into outbox (id, household_id, channel, recipient, dedupe_key, kind, sealed_message,
    next_attempt_at, created_at)
  select message.id, message."householdId", message.channel, message.recipient, message."dedupeKey", message.kind,
    message."sealedContent", ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz
  from jsonb_to_recordset(${JSON.stringify(messages)}::jsonb) as message (id text, "householdId" text,
    channel text, recipient text, "dedupeKey" text, kind text, "sealedContent" text)
  where ${condition}
  on conflict (dedupe_key) do nothing returning id`;

/** Answers how many were new. */
export async function enqueueMessages(db: Db, messages: SealedMessage[], now: Date): Promise<number> {
  if (messages.length === 0) return 0;
  const { rows } = await db("repeatable", (queries) => queries.execute(messageRows(messages, now)));
  return rows.length;
}

/** Those that nobody has queued yet: writing a message costs more than asking for its key. */
export async function newDedupeKeys(db: Db, keys: string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<{ key: string }>(sql`
      select key from jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb) as key
      where not exists (select from outbox where dedupe_key = key)`),
  );
  return new Set(rows.map(({ key }) => key));
}
