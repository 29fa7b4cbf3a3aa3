import { type SQL, sql } from "drizzle-orm";

/** A row of `contact_points` named `point`, as `Contact` has it. */
const CONTACT_JSON = sql`jsonb_build_object('channel', point.channel, 'address', point.address,
  'isVerified', point.verified_at is not null, 'isGone', point.gone_at is not null,
  'id', point.id, 'sealedSecret', point.sealed_secret)`;

/** All contacts of the row of `users` named `person`, the address that they sign in with first. */
export const CONTACTS_JSON: SQL = sql`(jsonb_build_array(jsonb_build_object('channel', 'email',
    'address', person.email, 'isVerified', true, 'isGone', false, 'id', null, 'sealedSecret', null))
  || (select coalesce(jsonb_agg(${CONTACT_JSON} order by point.created_at, point.id), '[]')
    from contact_points point where point.user_id = person.id))`;

/** A home's members, in the order of joining, as `Person` has them; `householdId` is a column. */
export const peopleJson = (householdId: string): SQL => sql`(
  select coalesce(jsonb_agg(jsonb_build_object('userId', person.id, 'role', member.role,
    'contacts', ${CONTACTS_JSON}, 'preferences', member.notifications,
    'memberSince', epoch_ms(member.created_at)) order by member.created_at, person.id), '[]')
  from memberships member join users person on person.id = member.user_id
  where member.household_id = ${sql.raw(householdId)})`;

/** What counts against a message of the home today and this month, as rows of `sending_counts`. */
export const sentJson = (householdId: string, now: Date): SQL => sql`(
  select coalesce(jsonb_agg(jsonb_build_object('channel', counted.channel, 'scope', counted.scope,
    'subject', counted.subject, 'period', counted.period, 'sent', counted.sent)), '[]')
  from sending_counts counted
  where counted.period in (${dayOf(now)}, ${monthOf(now)}) and (
    counted.scope in ('instance', 'class')
    or (counted.scope = 'network' and counted.subject = (
      select opened_network from households where id = ${sql.raw(householdId)}))
    or (counted.scope = 'home' and counted.subject = ${sql.raw(householdId)})
    or (counted.scope = 'address' and counted.subject in (
      select point.address from memberships member join contact_points point on point.user_id = member.user_id
      where member.household_id = ${sql.raw(householdId)}))))`;

/** The columns by which `sending_counts` names a counter. */
export const dayOf = (now: Date): string => now.toISOString().slice(0, 10);
export const monthOf = (now: Date): string => now.toISOString().slice(0, 7);
