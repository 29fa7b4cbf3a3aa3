import { and, desc, eq, sql } from "drizzle-orm";
import { alerts } from "../../../schema/tables/alert.ts";
import type { Db } from "../../kernel/db.queries.ts";
import { dateOf, isoTime } from "../../kernel/statements.queries.ts";
import { type HomePageJson, homePageJson, pageHome } from "../../sharing/home-page/home-page.queries.ts";
import type { PageHome } from "../../sharing/home-page/page-home.ts";
import type { Finding } from "../finding.ts";
import { ALERT_LIMITS } from "../limits.ts";
import { ACKNOWLEDGER, ALERT, ALERT_JSON, type AlertJson, alertRecord } from "../list.queries.ts";
import type { AlertRecord, AlertStory } from "../shown-alert.ts";
import { STORY_ACTS, type StoryRows } from "./timeline.ts";

const ACTS = sql`${`{${STORY_ACTS.join(",")}}`}::text[]`;

type Row = { time_zone: string; story: StoryRows };

/** An alert's whole story, even if it is over. Null both for an unknown alert and for another household's. */
export async function findStory(
  db: Db,
  householdId: string,
  alertId: string,
): Promise<{ timeZone: string; story: StoryRows } | null> {
  const rows = await db.query<Row>(sql`
    select home.time_zone, jsonb_build_object(
      'decisions', (
        select coalesce(jsonb_agg(jsonb_build_object('transition', made.finding->'transition',
          'severity', made.finding->'severity', 'at', made.finding->'at', 'evidence', made.finding->'evidence')
          order by made.sequence), '[]')
        from (select * from findings where findings.alert_id = alert.id
          order by findings.sequence desc limit ${ALERT_LIMITS.alertFindingsMax}::integer) made),
      'messages', (
        select coalesce(jsonb_agg(jsonb_build_object('channel', message.channel, 'recipient', message.recipient,
          'name', coalesce(
            (select coalesce(person.name, person.email)
            from memberships member join users person on person.id = member.user_id
            where member.household_id = alert.household_id and (
              (message.channel = 'email' and person.email = message.recipient) or exists (
                select from contact_points point where point.user_id = person.id
                  and point.channel = message.channel and point.address = message.recipient))
            order by member.user_id limit 1),
            (select outsider.name from home_contacts outsider where outsider.household_id = alert.household_id
              and outsider.channel = message.channel and outsider.address = message.recipient)),
          'kind', message.kind, 'state', message.state, 'at', ${isoTime("message.created_at")},
          'settledAt', ${isoTime("message.settled_at")}, 'lastError', message.last_error,
          'receipt', message.receipt, 'receiptAt', ${isoTime("message.receipt_at")})
          order by message.created_at, message.id), '[]')
        from (select * from outbox where outbox.household_id = alert.household_id
            and outbox.created_at >= alert.opened_at and alert.id = any(outbox.alert_ids)
          order by outbox.created_at desc limit ${ALERT_LIMITS.timelineMessagesMax}::integer) message),
      'steps', (
        select coalesce(jsonb_agg(jsonb_build_object('step', step.step, 'at', ${isoTime("step.notified_at")},
          'whom', coalesce(
            (select coalesce(person.name, person.email) from users person where person.id = step.step->>'whom'),
            (select outsider.name from home_contacts outsider where outsider.id = step.step->>'whom')))
          order by step.notified_at, step.id), '[]')
        from escalation_steps step where step.alert_id = alert.id and step.notified_at is not null
          and not (step.members_notified and step.step->>'afterMinutes' = '0' and step.step->>'whom' <> 'contacts')),
      'acts', (
        select coalesce(jsonb_agg(jsonb_build_object('action', entry.action, 'at', ${isoTime("entry.at")},
          'who', coalesce(
            (select coalesce(person.name, person.email) from users person where person.id = entry.actor_id),
            (select key.name from api_keys key where key.id = entry.actor_id),
            (select outsider.name from home_contacts outsider where outsider.id = entry.actor_id)),
          'details', entry.details) order by entry.id), '[]')
        from (select * from activity where activity.household_id = alert.household_id
            and activity.subject = alert.id and activity.action = any(${ACTS}) and activity.at >= alert.opened_at
          order by activity.id desc limit ${ALERT_LIMITS.timelineActsMax}::integer) entry)) as story
    from alerts alert join households home on home.id = alert.household_id
    where alert.id = ${alertId} and alert.household_id = ${householdId}`);
  const [row] = rows;
  return row === undefined ? null : { timeZone: row.time_zone, story: row.story };
}

/** The last episodes about one sensor, newest first. */
export async function listSensorAlerts(
  db: Db,
  { householdId, sensorId }: { householdId: string; sensorId: string },
): Promise<AlertRecord[]> {
  return await db("repeatable", (queries) =>
    queries
      .select(ALERT)
      .from(alerts)
      .where(and(eq(alerts.householdId, householdId), eq(alerts.sensorId, sensorId)))
      .orderBy(desc(alerts.openedAt), desc(alerts.id))
      .limit(ALERT_LIMITS.sensorPageAlertsMax),
  );
}

/** Everything that an alert's page tells. `acknowledgedBy` is an address; null for nobody, or no person. */
export type PageStory = AlertStory & {
  home: PageHome;
  acknowledgedBy: string | null;
  nextSteps: NextStep[];
};

/** Who is notified then unless somebody answers, where it is anybody: `whom` a group, or an id with the address or name that it stands for. */
export type NextStep = { at: Date; whom: string; name: string | null };

type StoryRow = {
  alert: AlertJson;
  home: HomePageJson;
  findings: { finding: Finding; notifiedAt: string | null }[];
  acknowledged_by: string | null;
  next_steps: { at: string; whom: string; name: string | null }[];
};

/** Reads it in one call. Null alike for an unknown alert and another household's. */
export async function findAlertPage(
  db: Db,
  { householdId, alertId }: { householdId: string; alertId: string },
): Promise<PageStory | null> {
  const rows = await db.query<StoryRow>(sql`
    select ${ALERT_JSON} as alert, ${homePageJson("everything")} as home, (
      select coalesce(json_agg(json_build_object('finding', recorded.finding, 'notifiedAt', recorded.notified_at)
        order by recorded.sequence), '[]')
      from (
        select * from findings where findings.alert_id = alert.id
        order by findings.sequence desc limit ${ALERT_LIMITS.alertFindingsMax}) as recorded) as findings,
      ${ACKNOWLEDGER} as acknowledged_by, (
        select coalesce(json_agg(json_build_object('at', step.due_at, 'whom', step.step->>'whom', 'name', coalesce(
            (select coalesce(person.name, person.email) from users person where person.id = step.step->>'whom'),
            (select outsider.name from home_contacts outsider where outsider.id = step.step->>'whom')))
          order by step.due_at, step.place), '[]')
        from escalation_steps step
        where step.alert_id = alert.id and step.notified_at is null and step.ended_at is null
          and (step.step->>'whom' in ('everybody', 'others')
            or exists (select from memberships member where member.household_id = alert.household_id
              and member.user_id = step.step->>'whom')
            or exists (select from home_contacts outsider where outsider.household_id = alert.household_id
              and outsider.confirmed_at is not null and outsider.stopped_at is null
              and step.step->>'whom' in ('contacts', outsider.id)))) as next_steps
    from alerts alert join households home on home.id = alert.household_id
    where alert.id = ${alertId} and alert.household_id = ${householdId}`);
  const [row] = rows;
  if (row === undefined) return null;
  return {
    alert: alertRecord(row.alert),
    home: pageHome(row.home),
    findings: row.findings.map(({ finding, notifiedAt }) => ({ finding, notifiedAt: dateOf(notifiedAt) })),
    acknowledgedBy: row.acknowledged_by,
    nextSteps: row.next_steps.map(({ at, ...step }) => ({ at: new Date(at), ...step })),
  };
}
