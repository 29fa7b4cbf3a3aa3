import { type SQL, sql } from "drizzle-orm";
import {
  ACKNOWLEDGER,
  ALERT_JSON,
  FINDINGS_JSON,
  IS_EASING,
  MAY_BE_CALLED,
  nameOf,
} from "../../alerts/alerts.queries.ts";
import { ALERT_LIMITS } from "../../alerts/settings.ts";
import type { AlertStory } from "../../alerts/shown-alert.ts";
import type { Db } from "../../kernel/db.queries.ts";
import { isoTime } from "../../kernel/statements.queries.ts";
import type { Moment } from "../../kernel/time.ts";
import { recipientName } from "../../messages/deliveries.queries.ts";
import { type HomePageJson, homePageJson, pageHome } from "../home-page/home-page.queries.ts";
import type { PageHome } from "../home-page/page-home.ts";
import { STORY_ACTS, type Story, type Told } from "./timeline.ts";

const ACTS = sql`${`{${STORY_ACTS.join(",")}}`}::text[]`;

const STEP_WHOM = nameOf(sql`step.step->>'whom'`);

const MESSAGE = {
  householdId: sql`message.household_id`,
  channel: sql`message.channel`,
  recipient: sql`message.recipient`,
};

/** The messages about `alert`, its escalation steps, and what people did, in the shape of `Told`. */
const STORY_JSON: SQL = sql`jsonb_build_object(
  'messages', (
    select coalesce(jsonb_agg(jsonb_build_object('channel', message.channel, 'recipient', message.recipient,
      'name', ${recipientName(MESSAGE)},
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

/** Finds an alert's whole story, also after its end. Null both for an unknown alert and for another household's. */
export async function findStory(db: Db, householdId: string, alertId: string) {
  const [row] = await db.query<Story & { timeZone: string }>(sql`
    select home.time_zone as "timeZone", ${FINDINGS_JSON} as findings, ${STORY_JSON} as told
    from alerts alert join households home on home.id = alert.household_id
    where alert.id = ${alertId} and alert.household_id = ${householdId}`);
  return row ?? null;
}

/** Everything on an alert's page. `acknowledgedBy` is a person's name or address; null if no person acknowledged. */
export type PageStory = AlertStory & {
  told: Told;
  home: PageHome;
  acknowledgedBy: string | null;
  nextSteps: NextStep[];
};

/** A pending escalation step. `whom`: a group, or the id of a member or contact whose address or name is `name`. */
type NextStep = { at: Moment; whom: string; name: string | null };

type PageRow = Omit<PageStory, "home"> & { home: HomePageJson };

/** Reads an alert's page in one call. Null both for an unknown alert and for another household's. */
export async function findAlertPage(
  db: Db,
  { householdId, alertId }: { householdId: string; alertId: string },
): Promise<PageStory | null> {
  const [row] = await db.query<PageRow>(sql`
    select ${ALERT_JSON} as alert, ${homePageJson("everything")} as home, ${FINDINGS_JSON} as findings,
      ${STORY_JSON} as told, ${ACKNOWLEDGER} as "acknowledgedBy", (
        select coalesce(json_agg(json_build_object('at', epoch_ms(step.due_at), 'whom', step.step->>'whom', 'name', ${STEP_WHOM})
          order by step.due_at, step.place), '[]')
        from escalation_steps step
        where step.alert_id = alert.id and step.notified_at is null and step.ended_at is null and not ${IS_EASING}
          and (step.step->>'whom' in ('everybody', 'others')
            or exists (select from memberships member where member.household_id = alert.household_id
              and member.user_id = step.step->>'whom')
            or exists (select from home_contacts outsider where outsider.household_id = alert.household_id
              and ${MAY_BE_CALLED} and step.step->>'whom' in ('contacts', outsider.id)))) as "nextSteps"
    from alerts alert join households home on home.id = alert.household_id
    where alert.id = ${alertId} and alert.household_id = ${householdId}`);
  return row === undefined ? null : { ...row, home: pageHome(row.home) };
}
