import { and, eq, inArray, notInArray, type SQL, sql } from "drizzle-orm";
import { outbox } from "../../schema/tables/outbox.ts";
import { queryBuilder } from "../kernel/statements.queries.ts";
import type { OwnFailure } from "../language/channel-words.ts";

const REMOVED = "removed" satisfies OwnFailure;

const drop = (at: Date, ...isMeant: SQL[]): SQL =>
  queryBuilder
    .update(outbox)
    .set({ state: "dropped", settledAt: at, lastError: REMOVED })
    .where(and(eq(outbox.state, "pending"), ...isMeant))
    .getSQL();

/** Selects the addresses of the people for whom `isMeant` holds, a condition on `users` as `person`. */
const addressesOf = (isMeant: SQL): SQL => sql`
  select 'email', person.email from users person where ${isMeant}
  union all
  select point.channel, point.address from users person
  join contact_points point on point.user_id = person.id where ${isMeant}`;

/** `homes` selects ids of homes, all of the person's if absent, `addresses` channels with addresses, by default all. */
type Dropped = { homes?: SQL; addresses?: SQL };

/**
 * The update that drops what waits for a person who leaves a home or removes an address: a message may wait until the
 * end of their quiet hours. Keeps those to an address that somebody else of the home has, too, and requests to join.
 */
export const dropForPerson = (
  userId: string,
  at: Date,
  {
    homes = sql`select household_id from memberships where user_id = ${userId}`,
    addresses = addressesOf(sql`person.id = ${userId}`),
  }: Dropped,
): SQL =>
  drop(
    at,
    notInArray(outbox.kind, ["invitation", "contact_asked"]),
    sql`${outbox.householdId} in (${homes})`,
    sql`(${outbox.channel}, ${outbox.recipient}) in (${addresses})`,
    sql`(${outbox.channel}, ${outbox.recipient}) not in (
      ${addressesOf(sql`person.id in (
        select member.user_id from memberships member
        where member.household_id = ${outbox.householdId} and member.user_id <> ${userId})`)}
      union all
      select contact.channel, contact.address from home_contacts contact
      where contact.household_id = ${outbox.householdId})`,
  );

/** The update that drops waiting messages to the rows of `home_contacts` in the CTE `gone`. */
export const dropForContacts = (gone: string, at: Date): SQL =>
  drop(
    at,
    inArray(outbox.kind, ["contact_called", "contact_asked", "test"]),
    sql`(${outbox.householdId}, ${outbox.channel}, ${outbox.recipient}) in (
      select household_id, channel, address from ${sql.identifier(gone)})`,
  );
