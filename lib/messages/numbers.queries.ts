import { and, desc, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import { contactPoints } from "../../schema/tables/contact.ts";
import { users } from "../../schema/tables/household.ts";
import type { Channel, Language } from "../../schema/vocabulary.ts";
import { ALERT_JSON, IS_URGENT, nameOf } from "../alerts/alerts.queries.ts";
import type { AlertRecord } from "../alerts/shown-alert.ts";
import type { Db } from "../kernel/db.queries.ts";
import { byteaText, secretHash } from "../kernel/statements.queries.ts";
import type { Member } from "../people/activity.ts";
import { isMeant } from "./contact-points.queries.ts";

const NUMBER_CHANNELS: Channel[] = ["sms", "call"];

/**
 * Marks a number as gone for texts after STOP, for every owner who added it; their pages say why. Null for `goneAt` means START:
 * contacts of the number that were verified before work again.
 */
export async function markNumberGone(db: Db, address: string, goneAt: Date | null): Promise<void> {
  const { verifiedAt, goneAt: wasGoneAt } = contactPoints;
  const isLeft = goneAt === null ? and(isNotNull(verifiedAt), isNotNull(wasGoneAt)) : isNull(wasGoneAt);
  await db("repeatable", (queries) =>
    queries
      .update(contactPoints)
      .set({ goneAt })
      .where(and(isMeant({ channel: "sms", address }), isLeft)),
  );
}

/** Returns the language of replies to a number, or null if the number is nobody's verified contact. */
export async function findNumberLanguage(db: Db, number: string): Promise<Language | null> {
  const [found] = await db("repeatable", (queries) =>
    queries
      .select({
        language: sql<Language>`coalesce(${contactPoints.details}->>'language', ${users.language})`,
      })
      .from(contactPoints)
      .innerJoin(users, eq(users.id, contactPoints.userId))
      .where(
        and(
          inArray(contactPoints.channel, NUMBER_CHANNELS),
          eq(contactPoints.address, number),
          isNotNull(contactPoints.verifiedAt),
        ),
      )
      .orderBy(desc(contactPoints.createdAt))
      .limit(1),
  );
  return found?.language ?? null;
}

type NotifiedAlert = Pick<Member, "householdId" | "userId" | "role"> & { alert: AlertRecord };

/**
 * Finds the newest open leak or critical alert that the number was notified of since then; unacknowledged alerts go
 * first. If several people share the number, the person with the newest message counts.
 */
export async function findNotifiedAlert(db: Db, number: string, since: Date): Promise<NotifiedAlert | null> {
  const [found] = await db.query<{ facts: NotifiedAlert }>(sql`
    select jsonb_build_object('householdId', member.household_id, 'userId', member.user_id, 'role', member.role,
      'alert', ${ALERT_JSON}) as facts
    from contact_points point
    join memberships member on member.user_id = point.user_id
    join outbox message on message.household_id = member.household_id and message.recipient = point.address
      and message.channel in ('sms', 'call') and message.created_at > ${since.toISOString()}::timestamptz
      -- Somebody may answer before the sender has settled what it sent.
      and (message.state = 'sent' or (message.state = 'pending' and message.lease_until is not null))
    join alerts alert on alert.household_id = member.household_id and alert.id = any(message.alert_ids)
      and alert.closed_at is null and ${IS_URGENT}
    where point.channel in ('sms', 'call') and point.address = ${number} and point.verified_at is not null
    order by alert.acknowledged_at is not null, message.created_at desc, alert.opened_at desc limit 1`);
  return found?.facts ?? null;
}

/** The name of a user or a contact outside the home, without an address's host; null for a program. */
export async function findShortName(db: Db, id: string | null): Promise<string | null> {
  const [row] = await db.query<{ name: string | null }>(
    sql`select regexp_replace(${nameOf(sql`${id}::text`)}, '@[^@[:space:]]+$', '') as name`,
  );
  return row?.name ?? null;
}

/** The alerts that a message's link opens, and the message's recipient with their current role. */
export type OpenedLink = Pick<Member, "householdId" | "userId" | "email" | "name" | "role"> & {
  homeName: string;
  /** In the message's order: the worst first. */
  alerts: AlertRecord[];
};

/** Returns null for an unknown or expired link, or if the recipient is no longer a member of the home. */
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
