import { type SQL, sql } from "drizzle-orm";
import type { SealedMessage } from "../domain/message.ts";

/**
 * The insert that queues `message`, once for all callers that decide it, for use in the statement that makes
 * the reason for it true: beside a CTE named `changed`, only if that changed something.
 */
export const enqueueFrom = (changed: string, message: SealedMessage, now: Date): SQL => sql`
  insert into outbox (id, household_id, channel, recipient, dedupe_key, kind, sealed_message,
    next_attempt_at, created_at)
  select ${message.id}, ${message.householdId}, ${message.channel}, ${message.recipient}, ${message.dedupeKey},
    ${message.kind}, ${message.sealedContent}, ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz
  from ${sql.identifier(changed)} limit 1
  on conflict (dedupe_key) do nothing`;
