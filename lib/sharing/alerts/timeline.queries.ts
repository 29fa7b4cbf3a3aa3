import { type SQL, sql } from "drizzle-orm";
import { FINDINGS_JSON, nameOf } from "../../alerts/alerts.queries.ts";
import { ALERT_LIMITS } from "../../alerts/settings.ts";
import type { Db } from "../../kernel/db.queries.ts";
import { isoTime } from "../../kernel/statements.queries.ts";
import { recipientName } from "../../messages/deliveries.queries.ts";
import { STORY_ACTS, type Story } from "./timeline.ts";

const ACTS = sql`${`{${STORY_ACTS.join(",")}}`}::text[]`;

export const STEP_WHOM = nameOf(sql`step.step->>'whom'`);

const MESSAGE = {
  householdId: sql`message.household_id`,
  channel: sql`message.channel`,
  recipient: sql`message.recipient`,
};

/** What was sent of `alert`, whom its escalation reached, and what people did. */
export const STORY_JSON: SQL = sql`jsonb_build_object(
  'messages', (
    select coalesce(jsonb_agg(jsonb_build_object('channel', message.channel, 'recipient', message.recipient,
      'name', ${recipientName(MESSAGE, sql`coalesce(person.name, person.email)`)},
      'what', message.kind, 'state', message.state, 'at', ${isoTime("message.created_at")},
      'settled_at', ${isoTime("message.settled_at")},
      'error', case when message.state <> 'sent' then message.last_error end,
      'receipt', message.receipt, 'receipt_at', ${isoTime("message.receipt_at")})
      order by message.created_at, message.id), '[]')
    from (select * from outbox where outbox.household_id = alert.household_id
        and outbox.created_at >= alert.opened_at and alert.id = any(outbox.alert_ids)
      order by outbox.created_at desc limit ${ALERT_LIMITS.timelineMessagesMax}::integer) message),
  'steps', (
    select coalesce(jsonb_agg(jsonb_build_object('step', step.step, 'at', ${isoTime("step.notified_at")},
      'whom', ${STEP_WHOM}) order by step.notified_at, step.id), '[]')
    from escalation_steps step where step.alert_id = alert.id and step.notified_at is not null
      and not (step.members_notified and step.step->>'afterMinutes' = '0' and step.step->>'whom' <> 'contacts')),
  'acts', (
    select coalesce(jsonb_agg(jsonb_build_object('action', entry.action, 'at', ${isoTime("entry.at")},
      'who', coalesce(${nameOf(sql`entry.actor_id`)},
        (select key.name from api_keys key where key.id = entry.actor_id)),
      'details', entry.details) order by entry.id), '[]')
    from (select * from activity where activity.household_id = alert.household_id
        and activity.subject = alert.id and activity.action = any(${ACTS}) and activity.at >= alert.opened_at
      order by activity.id desc limit ${ALERT_LIMITS.timelineActsMax}::integer) entry))`;

/** An alert's whole story, even if it is over. Null both for an unknown alert and for another household's. */
export async function findStory(db: Db, householdId: string, alertId: string) {
  const [row] = await db.query<Story & { timeZone: string }>(sql`
    select home.time_zone as "timeZone", ${FINDINGS_JSON} as findings, ${STORY_JSON} as told
    from alerts alert join households home on home.id = alert.household_id
    where alert.id = ${alertId} and alert.household_id = ${householdId}`);
  return row ?? null;
}
