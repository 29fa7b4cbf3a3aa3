import { and, eq, type SQL, sql } from "drizzle-orm";
import { memberships } from "../../schema/tables/household.ts";
import { MAY_BE_CALLED } from "../alerts/alerts.queries.ts";
import { STANDING_JSON } from "../budget/charges.queries.ts";
import { type Counter, capHome, countKey, type HomeStanding } from "../budget/counts.ts";
import type { Db } from "../kernel/db.queries.ts";
import { queryBuilder } from "../kernel/statements.queries.ts";
import { logFrom, movedFrom } from "../people/activity.queries.ts";
import type { ActivityEntry, Member } from "../people/activity.ts";
import type { HomeAudience, Person } from "./audience/due-finding.ts";
import { DEFAULT_PREFERENCES, type StoredNotifications } from "./audience/preferences.ts";

/** A `Contact` as JSON, from the row `point` of `contact_points` and its owner's row `person` of `users`. */
const CONTACT_JSON = sql`jsonb_build_object('channel', point.channel, 'address', point.address,
  'isVerified', point.verified_at is not null, 'isGone', point.gone_at is not null,
  'id', point.id, 'sealedSecret', point.sealed_secret,
  'language', coalesce(point.details->>'language', person.language))`;

/** All contacts of the row `person` of `users`, the sign-in address first. */
const CONTACTS_JSON: SQL = sql`(jsonb_build_array(jsonb_build_object('channel', 'email',
    'address', person.email, 'isVerified', true, 'isGone', false, 'id', null, 'sealedSecret', null,
    'language', person.language))
  || (select coalesce(jsonb_agg(${CONTACT_JSON} order by point.created_at, point.id), '[]')
    from contact_points point where point.user_id = person.id))`;

/** The members of the row `home` of `households` as `Person` JSON, in the order in which they joined. */
const PEOPLE_JSON: SQL = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('userId', person.id, 'role', member.role,
    'contacts', ${CONTACTS_JSON}, 'preferences', member.notifications,
    'memberSince', epoch_ms(member.created_at),
    'temperatureUnit', person.temperature_unit) order by member.created_at, person.id), '[]')
  from memberships member join users person on person.id = member.user_id
  where member.household_id = home.id)`;

const OUTSIDERS_JSON: SQL = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('contactId', outsider.id, 'name', outsider.name,
    'tells', outsider.tells, 'spaces', to_jsonb(outsider.spaces),
    'contact', jsonb_build_object('channel', outsider.channel, 'address', outsider.address, 'isVerified', true,
      'isGone', false, 'id', outsider.id, 'sealedSecret', outsider.sealed_secret, 'language', outsider.language))
    order by outsider.created_at, outsider.id), '[]')
  from home_contacts outsider
  where outsider.household_id = home.id and ${MAY_BE_CALLED})`;

/** Today's and this month's counters that limit messages of the row `home` of `households`. */
const sentJson = (now: Date): SQL => sql`(
  select coalesce(jsonb_agg(jsonb_build_object('channel', counted.channel, 'scope', counted.scope,
    'subject', counted.subject, 'period', counted.period, 'sent', counted.sent)), '[]')
  from sending_counts counted
  where counted.period in (${now.toISOString().slice(0, 10)}, ${now.toISOString().slice(0, 7)}) and (
    counted.scope in ('instance', 'class')
    or (counted.scope = 'network' and counted.subject = home.opened_network)
    or (counted.scope = 'home' and counted.subject = home.id)
    or (counted.scope = 'address' and counted.subject in (
      select point.address from memberships member join contact_points point on point.user_id = member.user_id
      where member.household_id = home.id
      union all
      select outsider.address from home_contacts outsider where outsider.household_id = home.id))))`;

export const audienceFields = (now: Date): SQL => sql`
  'household', jsonb_build_object('id', home.id, 'name', home.name, 'temperatureUnit', home.temperature_unit,
    'timeZone', home.time_zone, 'plan', home.plan, 'trialEndsAt', epoch_ms(home.trial_ends_at),
    'standing', ${STANDING_JSON}),
  'people', ${PEOPLE_JSON}, 'outsiders', ${OUTSIDERS_JSON}, 'sent', ${sentJson(now)}`;

export type StoredAudience = Pick<HomeAudience, "people" | "outsiders"> & {
  household: Pick<HomeAudience["household"], "id" | "name" | "temperatureUnit" | "timeZone" | "plan"> & {
    trialEndsAt: number | null;
    standing: HomeStanding;
  };
  sent: (Counter & { sent: number })[];
};

export function audienceOf<Facts extends StoredAudience>({ household, sent, ...facts }: Facts, now: Date) {
  const { trialEndsAt, standing, ...home } = household;
  return {
    ...facts,
    household: { ...home, ...capHome({ ...home, trialEndsAt }, standing, now.getTime()) },
    sent: Object.fromEntries(sent.map((counted) => [countKey(counted), counted.sent])),
  };
}

/** Returns null if the home no longer exists. */
export async function findHomeAudience(db: Db, householdId: string, now: Date): Promise<HomeAudience | null> {
  const [row] = await db.query<{ facts: StoredAudience }>(sql`
    select jsonb_build_object(${audienceFields(now)}) as facts from households home where home.id = ${householdId}`);
  return row === undefined ? null : audienceOf(row.facts, now);
}

/**
 * The newest receipt of a mail to the row `person` of `users` about the home of the row `member`; null for none. A mail
 * that was given up has failed. One that was only taken ends that, unless the provider reports what becomes of mails.
 */
const LAST_MAIL_RECEIPT = sql`(select case mail.state when 'dead' then 'failed' else mail.receipt end
  from (select state, receipt, receipt_at, settled_at, bool_or(receipt_at is not null) over () as is_reported from outbox
    where household_id = member.household_id and channel = 'email' and recipient = person.email) mail
  where mail.state = 'dead' or mail.receipt is not null or (mail.state = 'sent' and not mail.is_reported)
  order by coalesce(mail.receipt_at, mail.settled_at) desc limit 1)`;

/** Returns null if the person is no longer a member. */
export async function findNotifications(db: Db, member: Pick<Member, "householdId" | "userId">, now: Date) {
  const month = now.toISOString().slice(0, 7);
  const [row] = await db.query<{ stored: StoredNotifications }>(sql`
    select jsonb_build_object('preferences', member.notifications, 'contacts', ${CONTACTS_JSON},
      'smsThisMonth', coalesce((select counted.sent from sending_counts counted where counted.channel = 'sms'
        and counted.scope = 'home' and counted.subject = member.household_id and counted.period = ${month}), 0),
      'mailReceipt', ${LAST_MAIL_RECEIPT}) as stored
    from memberships member join users person on person.id = member.user_id
    where member.household_id = ${member.householdId} and member.user_id = ${member.userId}`);
  return row?.stored ?? null;
}

/**
 * Merges the choices into the stored ones. Logs only real changes: storing a default value explicitly is none. Returns
 * false if the person is no longer a member.
 */
export async function saveNotifications(
  db: Db,
  { userId, preferences, entry }: Pick<Person, "userId" | "preferences"> & { entry: ActivityEntry },
): Promise<boolean> {
  const own = and(eq(memberships.householdId, entry.householdId), eq(memberships.userId, userId));
  const chosen = sql`${JSON.stringify(DEFAULT_PREFERENCES)}::jsonb || ${memberships.notifications}`;
  const kept = { userId: memberships.userId, chosen: chosen.as("chosen") };
  const before = queryBuilder.select(kept).from(memberships).where(own);
  const changed = queryBuilder
    .update(memberships)
    .set({ notifications: sql`${memberships.notifications} || ${JSON.stringify(preferences)}::jsonb` })
    .where(own)
    .returning(kept);
  const rows = await db.mutate(sql`
    with before as ${before}, changed as ${changed},
    moved as (${movedFrom("changed", "user_id")}),
    logged as (${logFrom("moved", entry)})
    select user_id from changed`);
  return rows.length > 0;
}
