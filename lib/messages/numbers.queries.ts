import { and, arrayOverlaps, desc, eq, gt, inArray, isNotNull, isNull, or, sql } from "drizzle-orm";
import { alerts } from "../../schema/tables/alert.ts";
import { contactPoints } from "../../schema/tables/contact-point.ts";
import { households, memberships } from "../../schema/tables/household.ts";
import { outbox } from "../../schema/tables/outbox.ts";
import { users } from "../../schema/tables/user.ts";
import type { Channel, Language, Role } from "../../schema/vocabulary.ts";
import { ALERT } from "../alerts/list.queries.ts";
import type { AlertRecord } from "../alerts/shown-alert.ts";
import type { Db } from "../kernel/db.queries.ts";

const NUMBER_CHANNELS: Channel[] = ["sms", "call"];

type Number = { channel: Channel; address: string };

/**
 * STOP: the number gets nothing more, whichever owner added it; their pages say why. START, from the number itself, has
 * no moment: what had been confirmed counts again.
 */
export async function markNumberGone(
  db: Db,
  { channel, address }: Number,
  goneAt: Date | null,
): Promise<void> {
  const { verifiedAt, goneAt: wasGoneAt } = contactPoints;
  const isMeant = goneAt === null ? and(isNotNull(verifiedAt), isNotNull(wasGoneAt)) : isNull(wasGoneAt);
  await db("repeatable", (queries) =>
    queries
      .update(contactPoints)
      .set({ goneAt })
      .where(and(eq(contactPoints.channel, channel), eq(contactPoints.address, address), isMeant)),
  );
}

const ofNumber = (number: string) =>
  and(
    inArray(contactPoints.channel, NUMBER_CHANNELS),
    eq(contactPoints.address, number),
    isNotNull(contactPoints.verifiedAt),
  );

/** In which language the number's owner is answered; null where no number of anybody's is meant. */
export async function findNumberLanguage(db: Db, number: string): Promise<Language | null> {
  const [found] = await db("repeatable", (queries) =>
    queries
      .select({
        language: sql<Language>`coalesce(${contactPoints.details}->>'language', ${users.language})`,
      })
      .from(contactPoints)
      .innerJoin(users, eq(users.id, contactPoints.userId))
      .where(ofNumber(number))
      .orderBy(desc(contactPoints.createdAt))
      .limit(1),
  );
  return found?.language ?? null;
}

/** An alert that was sent to a number, with its owner's current role. */
type NotifiedAlert = { householdId: string; userId: string; role: Role; alert: AlertRecord };

/**
 * The newest open leak or critical alert that the number was sent since then, what nobody has taken on first. Of
 * several people who share a number it is the one whose message was the newest.
 */
export async function findNotifiedAlert(db: Db, number: string, since: Date): Promise<NotifiedAlert | null> {
  const [found] = await db("repeatable", (queries) =>
    queries
      .select({
        householdId: households.id,
        userId: memberships.userId,
        role: memberships.role,
        alert: ALERT,
      })
      .from(contactPoints)
      .innerJoin(memberships, eq(memberships.userId, contactPoints.userId))
      .innerJoin(households, eq(households.id, memberships.householdId))
      .innerJoin(
        outbox,
        and(
          eq(outbox.householdId, households.id),
          gt(outbox.createdAt, since),
          eq(outbox.recipient, contactPoints.address),
          inArray(outbox.channel, NUMBER_CHANNELS),
        ),
      )
      .innerJoin(
        alerts,
        and(
          eq(alerts.householdId, households.id),
          arrayOverlaps(outbox.alertIds, sql`array[${alerts.id}]`),
          isNull(alerts.closedAt),
          or(eq(alerts.severity, "critical"), eq(alerts.kind, "leak")),
        ),
      )
      .where(ofNumber(number))
      .orderBy(sql`${alerts.acknowledgedAt} is not null`, desc(outbox.createdAt), desc(alerts.openedAt))
      .limit(1),
  );
  return found ?? null;
}
