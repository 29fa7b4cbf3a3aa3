import { and, eq, gt, inArray, isNotNull, isNull, like, lt, ne, type SQL, sql } from "drizzle-orm";
import { contactPoints, homeContacts } from "../../schema/tables/contact.ts";
import { memberships } from "../../schema/tables/household.ts";
import type { Channel } from "../../schema/vocabulary.ts";
import { CHANNEL_LIMITS } from "../channels/limits.ts";
import type { Db } from "../kernel/db.queries.ts";
import { queryBuilder, secretHash } from "../kernel/statements.queries.ts";
import { hexText } from "../kernel/text.ts";
import { MINUTE_MS } from "../kernel/time.ts";
import { MESSAGE_LIMITS } from "../outbox/limits.ts";
import { changeLogged } from "../people/activity.queries.ts";
import type { ActivityEntry } from "../people/activity.ts";
import type { ContactRecord } from "./audience/shown-contact.ts";

const RECORD = {
  id: contactPoints.id,
  channel: contactPoints.channel,
  address: contactPoints.address,
  isVerified: sql<boolean>`${contactPoints.verifiedAt} is not null`,
  isGone: sql<boolean>`${contactPoints.goneAt} is not null`,
  sealedSecret: contactPoints.sealedSecret,
};

type Which = { id?: string; channel?: Channel; address?: string };

/** A person's own. Another person's is treated as one that never was. */
type Own = Which & { userId: string };

export const isMeant = (which: Which & { userId?: string }): SQL | undefined =>
  and(
    ...(["userId", "id", "channel", "address"] as const).flatMap((field) =>
      which[field] === undefined ? [] : [eq(contactPoints[field], which[field])],
    ),
  );

export const listContactPoints = async (db: Db, which: Own | { id: string }): Promise<ContactRecord[]> =>
  await db("repeatable", (queries) =>
    queries
      .select(RECORD)
      .from(contactPoints)
      .where(isMeant(which))
      .orderBy(contactPoints.createdAt, contactPoints.id),
  );

export const findContactPoint = async (db: Db, which: Own | { id: string }): Promise<ContactRecord | null> =>
  (await listContactPoints(db, which))[0] ?? null;

/** Takes one of the tries before anyone judges the code. Null where there is no code (any more), or no try left. */
export async function takeCodeTry(db: Db, own: Own, now: Date) {
  const [found] = await db("once", (queries) =>
    queries
      .update(contactPoints)
      .set({ codeTries: sql`${contactPoints.codeTries} + 1` })
      .where(
        and(
          isMeant(own),
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

/** Makes it count, for the code that was judged; false where another code has taken its place meanwhile. */
export async function verifyContactPoint(
  db: Db,
  own: Own,
  { sealedCode, isOnlyOne, entry }: { sealedCode: string; isOnlyOne: boolean; entry: ActivityEntry },
): Promise<boolean> {
  const verified = queryBuilder
    .update(contactPoints)
    .set({ verifiedAt: entry.at, sealedCode: null, codeExpiresAt: null })
    .where(and(isMeant(own), eq(contactPoints.sealedCode, sealedCode)))
    .returning({ id: contactPoints.id, channel: contactPoints.channel });
  const replaced = queryBuilder.delete(contactPoints).where(
    and(
      eq(contactPoints.userId, own.userId),
      sql`${isOnlyOne} and exists (select from changed
          where channel = ${contactPoints.channel} and id <> ${contactPoints.id})`,
    ),
  );
  return await changeLogged(db, verified, entry, replaced);
}

export const removeContactPoints = async (db: Db, own: Own, entry: ActivityEntry): Promise<boolean> =>
  await changeLogged(
    db,
    queryBuilder.delete(contactPoints).where(isMeant(own)).returning({ id: contactPoints.id }),
    entry,
  );

/** Whose message it was. The contact point of another home's member stays as it is. */
type GoneRecipient = { channel: Channel; recipient: string; householdId: string | null; at: Date };

/**
 * Marks addresses that no message will ever reach again, so that the next alert isn't sent there and the owner sees
 * why. A sign-in address is not a contact point: it stays, and its dead letters show.
 */
export async function markGone(db: Db, { channel, recipient: address, householdId, at }: GoneRecipient) {
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
        .where(and(isMeant({ channel, address }), inArray(contactPoints.userId, members))),
      // Somebody outside the home who answered STOP has stopped.
      queries
        .update(homeContacts)
        .set({ stoppedAt: at, updatedAt: at })
        .where(
          and(
            eq(homeContacts.channel, channel),
            eq(homeContacts.address, address),
            eq(homeContacts.householdId, householdId),
            isNull(homeContacts.stoppedAt),
          ),
        ),
    ]),
  );
}

/** A chat got another id, as a growing group does; a person who already has the new one keeps only that. */
export async function moveChat(
  db: Db,
  { channel, from, to }: { channel: Channel; from: string; to: string },
): Promise<void> {
  const has = queryBuilder
    .select({ userId: contactPoints.userId })
    .from(contactPoints)
    .where(isMeant({ channel, address: to }));
  await db("once", (queries) =>
    queries
      .update(contactPoints)
      .set({ address: to })
      .where(
        and(
          isMeant({ channel, address: from }),
          ne(contactPoints.address, to),
          sql`${contactPoints.userId} not in (${has})`,
        ),
      ),
  );
}

const CHANNEL: Channel = "telegram";

const WAITING_PREFIX = "start:";

/** What a contact is called that waits for its chat: nobody who reads the store can open it. */
export const waitingAddress = async (code: string): Promise<string> =>
  `${WAITING_PREFIX}${hexText(await secretHash(code))}`;

/** Links that a person has not used end with the next one. */
export async function dropWaiting(db: Db, userId: string): Promise<void> {
  await db("once", (queries) =>
    queries
      .delete(contactPoints)
      .where(and(isMeant({ userId, channel: CHANNEL }), like(contactPoints.address, `${WAITING_PREFIX}%`))),
  );
}

/** The chat that opened the link of a contact that waits for it; false where none waits (any more). */
export async function connectChat(
  db: Db,
  { waiting, chatId, now }: { waiting: string; chatId: string; now: Date },
): Promise<boolean> {
  const since = new Date(now.getTime() - CHANNEL_LIMITS.telegramLinkMinutes * MINUTE_MS);
  const isWaiting = and(
    isMeant({ channel: CHANNEL, address: waiting }),
    isNull(contactPoints.verifiedAt),
    gt(contactPoints.updatedAt, since),
  );
  // The same chat, connected again: the new contact takes its place.
  const owner = queryBuilder.select({ userId: contactPoints.userId }).from(contactPoints).where(isWaiting);
  const results = await db("once", (queries) =>
    queries.batch([
      queries
        .delete(contactPoints)
        .where(
          and(isMeant({ channel: CHANNEL, address: chatId }), sql`${contactPoints.userId} in (${owner})`),
        ),
      queries
        .update(contactPoints)
        .set({ address: chatId, verifiedAt: now, goneAt: null, updatedAt: now })
        .where(isWaiting)
        .returning({ id: contactPoints.id }),
    ]),
  );
  return results[1].length > 0;
}
