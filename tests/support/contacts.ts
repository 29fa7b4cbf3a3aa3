import { newId } from "../../lib/kernel/secret.ts";
import { type Channel, ID_PREFIXES } from "../../schema/vocabulary.ts";
import type { TestDatabase } from "./database.ts";
import { cryptoRandom } from "./services.ts";

type Options = { isVerified?: boolean; isGone?: boolean };

/** Where somebody can be reached; verified unless it is said otherwise. */
export async function addContactPoint(
  database: Pick<TestDatabase, "query">,
  userId: string,
  channel: Channel,
  address: string,
  { isVerified = true, isGone = false }: Options = {},
): Promise<string> {
  const id = newId(ID_PREFIXES.contactPoint, cryptoRandom);
  await database.query(
    `insert into contact_points (id, user_id, channel, address, verified_at, gone_at, created_at, updated_at)
     values ($1, $2, $3, $4, case when $5 then now() end, case when $6 then now() end, now(), now())`,
    [id, userId, channel, address, isVerified, isGone],
  );
  return id;
}

/** So many messages sent by a home in a month (`2026-11`) or day. */
export const addSent = (
  database: Pick<TestDatabase, "query">,
  home: string,
  period: string,
  sent: number,
): Promise<unknown> =>
  database.query(
    "insert into sending_counts (channel, scope, subject, period, sent) values ('sms', 'home', $1, $2, $3)",
    [home, period, sent],
  );
