import { type SQL, sql } from "drizzle-orm";
import type { Language, ResponderAnswer } from "../../../schema/vocabulary.ts";
import { ALERT_JSON, lastAnswer, MAY_BE_CALLED } from "../../alerts/alerts.queries.ts";
import { ALERT_LIMITS } from "../../alerts/settings.ts";
import type { AlertRecord } from "../../alerts/shown-alert.ts";
import { type Db, householdLock, underLock } from "../../kernel/db.queries.ts";
import { byteaText, secretHash } from "../../kernel/statements.queries.ts";
import { enqueueFrom } from "../../outbox/enqueue.queries.ts";
import type { SealedMessage } from "../../outbox/message.ts";
import { logFrom } from "../../people/activity.queries.ts";
import type { ActivityEntry } from "../../people/activity.ts";
import { type HomePageJson, homePageJson, pageHome } from "../home-page/home-page.queries.ts";
import type { PageHome } from "../home-page/page-home.ts";

/** An answer of a contact outside the home. */
type GivenAnswer = { answer: ResponderAnswer; name: string; at: string; contactId: string };

/** The content of a contact's link. */
export type OpenedHelp = {
  householdId: string;
  contactId: string;
  name: string;
  address: string;
  language: Language;
  isStopped: boolean;
  alerts: AlertRecord[];
  home: PageHome;
  answers: GivenAnswer[];
};

type Row = Omit<OpenedHelp, "home"> & { home: HomePageJson };

/** Selects the answers about the alerts of `link`, oldest first. */
const ANSWERS: SQL = sql`(
  select coalesce(json_agg(json_build_object('answer', pressed.answer, 'name', pressed.name,
    'at', pressed.at, 'contactId', pressed.actor_id) order by pressed.at), '[]')
  from (
    select distinct on (entry.actor_id, entry.details->>'answer') entry.actor_id, entry.at,
      entry.details->>'answer' as answer, entry.details->>'name' as name
    from activity entry
    where entry.household_id = link.household_id and entry.action = 'responder_answered'
      and entry.subject = any(link.alert_ids)
    order by entry.actor_id, entry.details->>'answer', entry.id
    limit ${ALERT_LIMITS.responderAnswersMax}::integer) pressed)`;

/** Finds the content of a contact's link; null if the link is unknown or expired. */
export async function findHelp(db: Db, token: string, now: Date): Promise<OpenedHelp | null> {
  const hash = byteaText(await secretHash(token));
  const [row] = await db.query<Row>(sql`
    select link.household_id as "householdId", contact.id as "contactId", contact.name, contact.address,
      contact.language, contact.stopped_at is not null as "isStopped",
      ${homePageJson("neighbor")} as home, ${ANSWERS} as answers,
      (select coalesce(json_agg(${ALERT_JSON} order by array_position(link.alert_ids, alert.id)), '[]')
        from alerts alert where alert.id = any(link.alert_ids) and alert.household_id = home.id) as alerts
    from alert_links link join households home on home.id = link.household_id
    join home_contacts contact on contact.id = link.contact_id
    where link.token_hash = ${hash}::bytea and link.expires_at > ${now.toISOString()}::timestamptz`);
  return row === undefined ? null : { ...row, home: pageHome(row.home) };
}

type Answering = {
  alertIds: string[];
  contactId: string;
  answer: ResponderAnswer;
  /** The messages to the members. */
  messages: SealedMessage[];
  entry: Omit<ActivityEntry, "subject">;
};

/**
 * Records an answer once for each alert that is still open, unless it is this contact's newest answer already, and
 * notifies the members. If no contact who was asked can come, the next step is due at once. Locks, since the last
 * two may refuse at the same moment.
 */
export async function commitAnswer(db: Db, { alertIds, contactId, answer, messages, entry }: Answering) {
  const at = sql`${entry.at.toISOString()}::timestamptz`;
  const ids = sql`${`{${alertIds.join(",")}}`}::text[]`;
  const statement = sql`
    with changed as (
      select alert.id, alert.household_id from alerts alert
      where alert.id = any(${ids}) and alert.household_id = ${entry.householdId} and alert.closed_at is null
        and ${lastAnswer(sql`${contactId}`)} is distinct from ${answer}
    ), logged as (${logFrom("changed", { ...entry, subject: sql`id` })}
    ), queued as (${enqueueFrom("changed", messages, entry.at)}
    ), hastened as (
      update escalation_steps set due_at = ${at}
      where ${answer === "cannot"} and notified_at is null and ended_at is null and due_at > ${at} and id in (
        select distinct on (step.alert_id) step.id from escalation_steps step join changed alert on alert.id = step.alert_id
        where step.notified_at is null and step.ended_at is null
          and not exists (
            select from alert_links other
            join home_contacts outsider on outsider.id = other.contact_id and ${MAY_BE_CALLED}
            where other.household_id = step.household_id and step.alert_id = any(other.alert_ids)
              and other.contact_id <> ${contactId}
              and ${lastAnswer(sql`other.contact_id`)} is distinct from 'cannot')
        order by step.alert_id, step.round, step.place))
    select 1 from changed`;
  await underLock(db, householdLock(entry.householdId), statement);
}
