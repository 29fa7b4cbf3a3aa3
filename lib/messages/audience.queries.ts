import { type SQL, sql } from "drizzle-orm";
import type { HouseholdUnit, Plan } from "../../schema/vocabulary.ts";
import { MAY_BE_CALLED } from "../alerts/list.queries.ts";
import { STANDING_JSON } from "../budget/charges.queries.ts";
import { type Counter, capHome, countKey, type HomeStanding } from "../budget/counts.ts";
import type { Db } from "../kernel/db.queries.ts";
import type { HomeAudience } from "./audience/due-finding.ts";

/** A row of `contact_points` named `point` of the row of `users` named `person`, as `Contact` has it. */
const CONTACT_JSON = sql`jsonb_build_object('channel', point.channel, 'address', point.address,
  'isVerified', point.verified_at is not null, 'isGone', point.gone_at is not null,
  'id', point.id, 'sealedSecret', point.sealed_secret,
  'language', coalesce(point.details->>'language', person.language))`;

/** All contacts of the row of `users` named `person`, the address that they sign in with first. */
export const CONTACTS_JSON: SQL = sql`(jsonb_build_array(jsonb_build_object('channel', 'email',
    'address', person.email, 'isVerified', true, 'isGone', false, 'id', null, 'sealedSecret', null,
    'language', person.language))
  || (select coalesce(jsonb_agg(${CONTACT_JSON} order by point.created_at, point.id), '[]')
    from contact_points point where point.user_id = person.id))`;

/** The members of the row of `households` named `home`, in the order of joining, as `Person` has them. */
const PEOPLE_JSON: SQL = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('userId', person.id, 'role', member.role,
    'contacts', ${CONTACTS_JSON}, 'preferences', member.notifications,
    'memberSince', epoch_ms(member.created_at),
    'temperatureUnit', person.temperature_unit) order by member.created_at, person.id), '[]')
  from memberships member join users person on person.id = member.user_id
  where member.household_id = home.id)`;

/** People without an account who have said yes, in the order in which they were added. */
const OUTSIDERS_JSON: SQL = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('contactId', outsider.id, 'name', outsider.name,
    'tells', outsider.tells, 'spaces', to_jsonb(outsider.spaces),
    'contact', jsonb_build_object('channel', outsider.channel, 'address', outsider.address, 'isVerified', true,
      'isGone', false, 'id', outsider.id, 'sealedSecret', outsider.sealed_secret, 'language', outsider.language))
    order by outsider.created_at, outsider.id), '[]')
  from home_contacts outsider
  where outsider.household_id = home.id and ${MAY_BE_CALLED})`;

/** What counts against a message of the row of `households` named `home` today and this month. */
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

/** The fields of `StoredAudience`, of the row of `households` named `home`. */
export const audienceFields = (now: Date): SQL => sql`
  'household', jsonb_build_object('id', home.id, 'name', home.name, 'temperatureUnit', home.temperature_unit,
    'timeZone', home.time_zone, 'plan', home.plan, 'trialEndsAt', epoch_ms(home.trial_ends_at),
    'standing', ${STANDING_JSON}),
  'people', ${PEOPLE_JSON}, 'outsiders', ${OUTSIDERS_JSON}, 'sent', ${sentJson(now)}`;

export type StoredAudience = Pick<HomeAudience, "people" | "outsiders"> & {
  household: {
    id: string;
    name: string;
    temperatureUnit: HouseholdUnit;
    timeZone: string;
    plan: Plan;
    trialEndsAt: number | null;
    standing: HomeStanding;
  };
  sent: (Counter & { sent: number })[];
};

export function audienceOf<Facts extends StoredAudience>({ household, sent, ...facts }: Facts, now: Date) {
  const { name, temperatureUnit, timeZone, standing } = household;
  const capped = capHome(household, standing, now.getTime());
  return {
    ...facts,
    household: { name, temperatureUnit, timeZone, ...capped },
    sent: Object.fromEntries(sent.map((counted) => [countKey(counted), counted.sent])),
  };
}

/** Null for a home that is gone. */
export async function findHomeAudience(db: Db, householdId: string, now: Date): Promise<HomeAudience | null> {
  const [row] = await db.query<{ facts: StoredAudience }>(sql`
    select jsonb_build_object(${audienceFields(now)}) as facts from households home where home.id = ${householdId}`);
  return row === undefined ? null : audienceOf(row.facts, now);
}
