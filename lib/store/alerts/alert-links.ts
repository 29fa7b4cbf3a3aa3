import { sql } from "drizzle-orm";
import type { Role } from "../../../schema/vocabulary.ts";
import type { AlertRecord } from "../../domain/alerts/shown-alert.ts";
import type { Db } from "../db.ts";
import { byteaText, secretHash } from "../secret-hash.ts";
import { ALERT_JSON, type AlertJson, alertRecord } from "./alert-rows.ts";

/** What a message's link opens, for the person that the message was written to, with their role of today. */
export type OpenedLink = {
  householdId: string;
  homeName: string;
  userId: string;
  role: Role;
  /** In the order of the message: the worst first. */
  alerts: AlertRecord[];
};

type Row = { household_id: string; home_name: string; user_id: string; role: Role; alerts: AlertJson[] };

/** Null for an unknown or expired link, and for somebody who is no longer a member of the home. */
export async function findAlertLink(db: Db, token: string, now: Date): Promise<OpenedLink | null> {
  const hash = byteaText(await secretHash(token));
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<Row>(sql`
      select home.id as household_id, home.name as home_name, link.user_id, member.role,
        (select coalesce(json_agg(${ALERT_JSON} order by array_position(link.alert_ids, alert.id)), '[]')
          from alerts alert where alert.id = any(link.alert_ids) and alert.household_id = home.id) as alerts
      from alert_links link join households home on home.id = link.household_id
      join memberships member on member.household_id = home.id and member.user_id = link.user_id
      where link.token_hash = ${hash}::bytea and link.expires_at > ${now.toISOString()}::timestamptz`),
  );
  const [row] = rows;
  if (row === undefined) return null;
  const { household_id: householdId, home_name: homeName, user_id: userId, role, alerts } = row;
  return { householdId, homeName, userId, role, alerts: alerts.map(alertRecord) };
}
