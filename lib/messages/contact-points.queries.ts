import { and, eq, gt, inArray, isNotNull, isNull, lt, ne, sql } from "drizzle-orm";
import { contactPoints } from "../../schema/tables/contact-point.ts";
import { homeContacts } from "../../schema/tables/home-contact.ts";
import { memberships } from "../../schema/tables/household.ts";
import type { Channel } from "../../schema/vocabulary.ts";
import type { Db } from "../kernel/db.queries.ts";
import { isoTime, queryBuilder } from "../kernel/statements.queries.ts";
import { changeLogged, logFrom } from "../people/activity.queries.ts";
import type { ActivityEntry } from "../people/activity.ts";
import type { ContactRecord } from "./audience/shown-contact.ts";
import { MESSAGE_LIMITS } from "./limits.ts";

const RECORD = {
  id: contactPoints.id,
  channel: contactPoints.channel,
  address: contactPoints.address,
  isVerified: sql<boolean>`${contactPoints.verifiedAt} is not null`,
  isGone: sql<boolean>`${contactPoints.goneAt} is not null`,
  createdAt: isoTime(contactPoints.createdAt),
  previousKeyUntil: isoTime(contactPoints.previousKeyUntil),
  afterMinutes: contactPoints.afterMinutes,
};

/** All that a person has added, oldest first. */
export async function listContactPoints(db: Db, userId: string): Promise<ContactRecord[]> {
  return await db("repeatable", (queries) =>
    queries
      .select(RECORD)
      .from(contactPoints)
      .where(eq(contactPoints.userId, userId))
      .orderBy(contactPoints.createdAt, contactPoints.id),
  );
}

/** Finds a contact point by its id, or by channel and address; null where the person has no such one. */
export async function findContactPoint(
  db: Db,
  userId: string,
  by: { id: string } | { channel: Channel; address: string },
): Promise<ContactRecord | null> {
  const which =
    "id" in by
      ? eq(contactPoints.id, by.id)
      : and(eq(contactPoints.channel, by.channel), eq(contactPoints.address, by.address));
  const [found] = await db("repeatable", (queries) =>
    queries
      .select(RECORD)
      .from(contactPoints)
      .where(and(eq(contactPoints.userId, userId), which)),
  );
  return found ?? null;
}

type OpenCode = { contact: ContactRecord; sealedCode: string };

/**
 * Takes one of the tries before anyone judges the code. Null where there is no code (any more), or no try
 * left.
 */
export async function takeCodeTry(db: Db, userId: string, id: string, now: Date): Promise<OpenCode | null> {
  const [found] = await db("once", (queries) =>
    queries
      .update(contactPoints)
      .set({ codeTries: sql`${contactPoints.codeTries} + 1` })
      .where(
        and(
          eq(contactPoints.id, id),
          eq(contactPoints.userId, userId),
          isNotNull(contactPoints.sealedCode),
          isNull(contactPoints.goneAt),
          gt(contactPoints.codeExpiresAt, now),
          lt(contactPoints.codeTries, MESSAGE_LIMITS.contactCodeTriesMax),
        ),
      )
      .returning({ ...RECORD, sealedCode: contactPoints.sealedCode }),
  );
  if (found === undefined || found.sealedCode === null) return null;
  const { sealedCode, ...contact } = found;
  return { contact, sealedCode };
}

type Verification = { userId: string; sealedCode: string; isOnlyOne: boolean; entry: ActivityEntry };

/** Makes it count, for the code that was judged; false where another code has taken its place meanwhile. */
export async function verifyContactPoint(
  db: Db,
  { userId, sealedCode, isOnlyOne, entry }: Verification,
): Promise<boolean> {
  const verified = queryBuilder
    .update(contactPoints)
    .set({ verifiedAt: entry.at, sealedCode: null, codeExpiresAt: null })
    .where(
      and(
        sql`${contactPoints.id} = ${entry.subject}`,
        eq(contactPoints.userId, userId),
        eq(contactPoints.sealedCode, sealedCode),
      ),
    )
    .returning({ id: contactPoints.id, channel: contactPoints.channel });
  const replaced = queryBuilder.delete(contactPoints).where(
    and(
      eq(contactPoints.userId, userId),
      sql`${isOnlyOne} and exists (select from verified
          where channel = ${contactPoints.channel} and id <> ${contactPoints.id})`,
    ),
  );
  const rows = await db.mutate(sql`
    with verified as ${verified}, replaced as ${replaced}, logged as (${logFrom("verified", entry)})
    select id from verified`);
  return rows.length > 0;
}

type Removal = {
  userId: string;
  channel: Channel;
  id?: string;
  address?: string;
  entry: ActivityEntry;
};

/** Removes one by id or address, or all of the channel. Another person's is treated as one that never was. */
export async function removeContactPoints(db: Db, removal: Removal): Promise<boolean> {
  const { userId, channel, id, address, entry } = removal;
  const removed = queryBuilder
    .delete(contactPoints)
    .where(
      and(
        eq(contactPoints.userId, userId),
        eq(contactPoints.channel, channel),
        id === undefined ? undefined : eq(contactPoints.id, id),
        address === undefined ? undefined : eq(contactPoints.address, address),
      ),
    )
    .returning({ id: contactPoints.id });
  return await changeLogged(db, removed, entry);
}

/** Whose message it was. The contact point of another home's member stays as it is. */
type GoneRecipient = { channel: Channel; recipient: string; householdId: string | null; at: Date };

/**
 * Marks addresses that no message will ever reach again, so that the next alert isn't sent there and the owner sees
 * why. A sign-in address is not a contact point: it stays, and its dead letters show.
 */
export async function markGone(
  db: Db,
  { channel, recipient, householdId, at }: GoneRecipient,
): Promise<void> {
  if (householdId === null) return;
  const members = queryBuilder
    .select({ userId: memberships.userId })
    .from(memberships)
    .where(eq(memberships.householdId, householdId));
  const goneAt = sql`coalesce(${contactPoints.goneAt}, ${at.toISOString()}::timestamptz)`;
  await db("repeatable", (queries) =>
    queries.batch([
      queries
        .update(contactPoints)
        .set({ goneAt })
        .where(
          and(
            eq(contactPoints.channel, channel),
            eq(contactPoints.address, recipient),
            inArray(contactPoints.userId, members),
          ),
        ),
      // Somebody outside the home who answered STOP has stopped.
      queries
        .update(homeContacts)
        .set({ stoppedAt: at, updatedAt: at })
        .where(
          and(
            eq(homeContacts.channel, channel),
            eq(homeContacts.address, recipient),
            eq(homeContacts.householdId, householdId),
            isNull(homeContacts.stoppedAt),
          ),
        ),
    ]),
  );
}

type ContactTiming = { userId: string; id: string; afterMinutes: number; entry: ActivityEntry };

/** False for another person's, as for one that never was. */
export async function changeContactTiming(
  db: Db,
  { userId, id, afterMinutes, entry }: ContactTiming,
): Promise<boolean> {
  const changed = queryBuilder
    .update(contactPoints)
    .set({ afterMinutes, updatedAt: entry.at })
    .where(and(eq(contactPoints.userId, userId), eq(contactPoints.id, id)))
    .returning({ id: contactPoints.id });
  return await changeLogged(db, changed, entry);
}

/** A chat got another id, as a growing group does; a person who already has the new one keeps only that. */
export async function moveChat(
  db: Db,
  { channel, from, to }: { channel: Channel; from: string; to: string },
): Promise<void> {
  const has = queryBuilder
    .select({ userId: contactPoints.userId })
    .from(contactPoints)
    .where(and(eq(contactPoints.channel, channel), eq(contactPoints.address, to)));
  await db("once", (queries) =>
    queries
      .update(contactPoints)
      .set({ address: to })
      .where(
        and(
          eq(contactPoints.channel, channel),
          eq(contactPoints.address, from),
          ne(contactPoints.address, to),
          sql`${contactPoints.userId} not in (${has})`,
        ),
      ),
  );
}
