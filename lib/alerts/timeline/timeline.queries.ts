import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../../kernel/db.queries.ts";
import { isoTime } from "../../kernel/statements.queries.ts";
import { type HomePageJson, homePageJson, pageHome } from "../../sharing/home-page/home-page.queries.ts";
import type { PageHome } from "../../sharing/home-page/page-home.ts";
import { ALERT_LIMITS } from "../limits.ts";
import {
  ACKNOWLEDGER,
  ALERT_JSON,
  type AlertJson,
  alertRecord,
  FINDINGS_JSON,
  type FindingsJson,
  nameOf,
  recordedFindings,
} from "../list.queries.ts";
import type { AlertStory } from "../shown-alert.ts";
import { STORY_ACTS, type StoryRows } from "./timeline.ts";

const ACTS = sql`${`{${STORY_ACTS.join(",")}}`}::text[]`;

const STEP_WHOM = nameOf(sql`step.step->>'whom'`);

/** What was sent of `alert`, whom its escalation reached, and what people did. */
const STORY_JSON: SQL = sql`jsonb_build_object(
  'messages', (
    select coalesce(jsonb_agg(jsonb_build_object('channel', message.channel, 'recipient', message.recipient,
      'name', (select person.name from users person
        where message.channel = 'email' and person.email = message.recipient),
      'kind', message.kind, 'state', message.state, 'at', ${isoTime("message.created_at")},
      'settledAt', ${isoTime("message.settled_at")}, 'lastError', message.last_error,
      'receipt', message.receipt, 'receiptAt', ${isoTime("message.receipt_at")})
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

type Told = { findings: FindingsJson; told: Omit<StoryRows, "findings"> };

const storyRows = ({ findings, told }: Told): StoryRows => ({
  findings: findings.map(({ finding }) => finding),
  ...told,
});

/** An alert's whole story, even if it is over. Null both for an unknown alert and for another household's. */
export async function findStory(
  db: Db,
  householdId: string,
  alertId: string,
): Promise<{ timeZone: string; story: StoryRows } | null> {
  const [row] = await db.query<Told & { time_zone: string }>(sql`
    select home.time_zone, ${FINDINGS_JSON} as findings, ${STORY_JSON} as told
    from alerts alert join households home on home.id = alert.household_id
    where alert.id = ${alertId} and alert.household_id = ${householdId}`);
  return row === undefined ? null : { timeZone: row.time_zone, story: storyRows(row) };
}

/** Everything that an alert's page tells. `acknowledgedBy` is an address; null for nobody, or no person. */
export type PageStory = AlertStory & {
  story: StoryRows;
  home: PageHome;
  acknowledgedBy: string | null;
  nextSteps: NextStep[];
};

/** Who is notified then unless somebody answers: `whom` a group, or an id with the address or name that it stands for. */
export type NextStep = { at: Date; whom: string; name: string | null };

type PageRow = Told & {
  alert: AlertJson;
  home: HomePageJson;
  acknowledged_by: string | null;
  next_steps: { at: string; whom: string; name: string | null }[];
};

/** Reads it in one call. Null alike for an unknown alert and another household's. */
export async function findAlertPage(
  db: Db,
  { householdId, alertId }: { householdId: string; alertId: string },
): Promise<PageStory | null> {
  const [row] = await db.query<PageRow>(sql`
    select ${ALERT_JSON} as alert, ${homePageJson("everything")} as home, ${FINDINGS_JSON} as findings,
      ${STORY_JSON} as told, ${ACKNOWLEDGER} as acknowledged_by, (
        select coalesce(json_agg(json_build_object('at', step.due_at, 'whom', step.step->>'whom', 'name', ${STEP_WHOM})
          order by step.due_at, step.place), '[]')
        from escalation_steps step
        where step.alert_id = alert.id and step.notified_at is null and step.ended_at is null) as next_steps
    from alerts alert join households home on home.id = alert.household_id
    where alert.id = ${alertId} and alert.household_id = ${householdId}`);
  if (row === undefined) return null;
  return {
    alert: alertRecord(row.alert),
    home: pageHome(row.home),
    findings: recordedFindings(row.findings),
    story: storyRows(row),
    acknowledgedBy: row.acknowledged_by,
    nextSteps: row.next_steps.map(({ at, ...step }) => ({ ...step, at: new Date(at) })),
  };
}
