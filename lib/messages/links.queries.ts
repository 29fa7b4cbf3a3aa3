import { sql } from "drizzle-orm";
import type { Role } from "../../schema/vocabulary.ts";
import { ALERT_JSON } from "../alerts/list.queries.ts";
import type { AlertRecord } from "../alerts/shown-alert.ts";
import type { Db } from "../kernel/db.queries.ts";
import { byteaText, secretHash } from "../kernel/statements.queries.ts";

/** What a message's link opens, for the person that the message was written to, with their role of today. */
export type OpenedLink = {
  householdId: string;
  homeName: string;
  userId: string;
  email: string;
  name: string | null;
  role: Role;
  /** In the order of the message: the worst first. */
  alerts: AlertRecord[];
};

/** Null for an unknown or expired link, and for somebody who is no longer a member of the home. */
export async function findAlertLink(db: Db, token: string, now: Date): Promise<OpenedLink | null> {
  const hash = byteaText(await secretHash(token));
  const [row] = await db.query<OpenedLink>(sql`
    select home.id as "householdId", home.name as "homeName", member.role,
      person.id as "userId", person.email, person.name,
      (select coalesce(json_agg(${ALERT_JSON} order by array_position(link.alert_ids, alert.id)), '[]')
        from alerts alert where alert.id = any(link.alert_ids) and alert.household_id = home.id) as alerts
    from alert_links link join households home on home.id = link.household_id
    join memberships member on member.household_id = home.id and member.user_id = link.user_id
    join users person on person.id = link.user_id
    where link.token_hash = ${hash}::bytea and link.expires_at > ${now.toISOString()}::timestamptz`);
  return row ?? null;
}
