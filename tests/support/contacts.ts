import { newId } from "../../lib/kernel/secret.ts";
import { type Channel, ID_PREFIXES } from "../../schema/vocabulary.ts";
import type { Queryable } from "./database.ts";
import { cryptoRandom } from "./services.ts";

type Options = { isVerified?: boolean; isGone?: boolean };

/** Adds a contact point of a person, verified by default. */
export async function addContactPoint(
  database: Queryable,
  userId: string,
  channel: Channel,
  address: string,
  { isVerified = true, isGone = false }: Options = {},
): Promise<string> {
  const id = newId(ID_PREFIXES.contactPoint, cryptoRandom);
  await database.sql`
    insert into contact_points (id, user_id, channel, address, verified_at, gone_at, created_at, updated_at)
    values (${id}, ${userId}, ${channel}, ${address}, case when ${isVerified} then now() end, case when
    ${isGone} then now() end, now(), now())`;
  return id;
}

/** Records this many messages sent by a home in a month (`2026-11`) or day. */
export const addSent = (database: Queryable, home: string, period: string, sent: number): Promise<unknown> =>
  database.sql`
    insert into sending_counts (channel, scope, subject, period, sent)
    values ('sms', 'home', ${home}, ${period}, ${sent})`;
