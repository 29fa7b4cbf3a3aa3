import { sql } from "drizzle-orm";
import { ALERT_JSON } from "../alerts/list.queries.ts";
import type { Db } from "../kernel/db.queries.ts";
import { isoTime } from "../kernel/statements.queries.ts";
import { actorName } from "../people/activity.queries.ts";
import { EVIDENCE_LIMITS } from "./canonical-text.ts";
import type { EvidenceFacts } from "./evidence-content.ts";

const HOURS_AROUND = 24;

/** What is done about a home while an alert is open, and may have moved it. */
const ACTIONS_THAT_MOVE = [
  "alert_settings_changed",
  "rule_created",
  "rule_changed",
  "rule_deleted",
  "sensors_changed",
  "device_changed",
  "device_deleted",
  "snoozed",
  "snooze_cleared",
  "vacation_started",
  "vacation_cleared",
  "notifications_changed",
];

/** Reads it in one call. Null alike for an unknown alert and another household's. */
export async function findEvidenceFacts(
  db: Db,
  { householdId, alertId }: { householdId: string; alertId: string },
): Promise<EvidenceFacts | null> {
  const rows = await db.query<EvidenceFacts>(sql`
    select ${ALERT_JSON} as alert,
      json_build_object('id', home.id, 'name', home.name, 'time_zone', home.time_zone) as home, (
      select coalesce(json_agg(json_build_object('id', mine.id, 'kind', mine.kind, 'title', mine.title,
        'opened_at', ${isoTime("mine.opened_at")}, 'closed_at', ${isoTime("mine.closed_at")},
        'sensorId', mine.sensor_id) order by mine.opened_at, mine.id), '[]')
      from (select * from alerts owned where owned.incident_id = alert.id and owned.household_id = alert.household_id
        order by owned.opened_at, owned.id limit ${EVIDENCE_LIMITS.ownedMax}) as mine) as owned, (
      select coalesce(json_agg(json_build_object('finding', recorded.finding, 'notifiedAt', epoch_ms(recorded.notified_at))
        order by recorded.sequence), '[]')
      from (select * from findings where findings.alert_id = alert.id
        order by findings.sequence limit ${EVIDENCE_LIMITS.findingsMax}) as recorded) as findings, (
      select coalesce(json_agg(json_build_object('id', message.id, 'kind', message.kind, 'channel', message.channel,
        'recipient', message.recipient, 'state', message.state, 'attempts', message.attempts,
        'provider_id', message.provider_id, 'error', message.last_error,
        'written_at', ${isoTime("message.created_at")}, 'handed_over_at', ${isoTime("message.attempted_at")},
        'settled_at', ${isoTime("message.settled_at")}, 'receipt', message.receipt,
        'receipt_at', ${isoTime("message.receipt_at")}) order by message.created_at, message.id), '[]')
      from (select * from outbox where outbox.household_id = alert.household_id
          and outbox.created_at >= alert.opened_at
          and (starts_with(outbox.dedupe_key, alert.id || '/') or alert.id = any(outbox.alert_ids))
        order by outbox.created_at, outbox.id limit ${EVIDENCE_LIMITS.messagesMax}) as message) as messages, (
      select coalesce(json_agg(json_build_object('round', stepped.round, 'step', stepped.place + 1, 'whom', stepped.step->'whom',
        'channels', stepped.step->'channels', 'after_minutes', stepped.step->'afterMinutes',
        'name', coalesce(
          (select email from users where users.id = stepped.step->>'whom'),
          (select name from home_contacts where home_contacts.id = stepped.step->>'whom')),
        'due_at', ${isoTime("stepped.due_at")}, 'notified_at', ${isoTime("stepped.notified_at")},
        'ended_at', ${isoTime("stepped.ended_at")}, 'messages', to_json(array(
          select outbox.id from outbox where outbox.household_id = stepped.household_id
            and outbox.created_at = stepped.notified_at and stepped.alert_id = any(outbox.alert_ids)
          order by outbox.id)))
        order by stepped.round, stepped.place), '[]')
      from (select * from escalation_steps where escalation_steps.alert_id = alert.id
        order by round, place limit ${EVIDENCE_LIMITS.stepsMax}) as stepped) as escalation, (
      select coalesce(json_agg(json_build_object('at', ${isoTime("act.at")}, 'action', act.action,
        'subject', act.subject, 'details', act.details,
        'by', json_build_object('type', act.actor_type, 'id', act.actor_id,
          'name', ${actorName(sql`act.actor_id`, sql`email`)})) order by act.id), '[]')
      from (select * from activity where activity.household_id = alert.household_id
          and (activity.subject = alert.id or (
            activity.action in (select jsonb_array_elements_text(${JSON.stringify(ACTIONS_THAT_MOVE)}::jsonb))
            and activity.at >= alert.opened_at - ${HOURS_AROUND} * interval '1 hour'
            and activity.at <= coalesce(alert.closed_at, 'infinity')))
        order by activity.id limit ${EVIDENCE_LIMITS.actsMax}) as act) as acts
    from alerts alert join households home on home.id = alert.household_id
    where alert.id = ${alertId} and alert.household_id = ${householdId}`);
  return rows[0] ?? null;
}
