import { and, eq, gt, inArray, isNotNull, isNull, like, lt, notInArray, type SQL, sql } from "drizzle-orm";
import { contactPoints, homeContacts } from "../../schema/tables/contact.ts";
import { memberships } from "../../schema/tables/household.ts";
import type { Channel } from "../../schema/vocabulary.ts";
import { CHANNEL_LIMITS } from "../channels/limits.ts";
import type { Db } from "../kernel/db.queries.ts";
import { queryBuilder, secretHash } from "../kernel/statements.queries.ts";
import { hexText } from "../kernel/text.ts";
import { MINUTE_MS } from "../kernel/time.ts";
import { dropForPerson } from "../outbox/drop-waiting.queries.ts";
import { MESSAGE_LIMITS } from "../outbox/limits.ts";
import { changeLogged, logFrom } from "../people/activity.queries.ts";
import type { ActivityEntry } from "../people/activity.ts";
import type { ContactRecord } from "./audience/shown-contact.ts";
import { lastFailure } from "./deliveries.queries.ts";

const RECORD = {
  id: contactPoints.id,
  channel: contactPoints.channel,
  address: contactPoints.address,
  isVerified: sql<boolean>`${contactPoints.verifiedAt} is not null`,
  isGone: sql<boolean>`${contactPoints.goneAt} is not null`,
  sealedSecret: contactPoints.sealedSecret,
  /** In any home of its owner. */
  failure: lastFailure({
    householdId: sql`any(array(select household_id from memberships where user_id = contact_points.user_id))`,
    channel: sql`contact_points.channel`,
    recipient: sql`contact_points.address`,
  }),
};

type Which = { id?: string; channel?: Channel; address?: string };

/** Selects among a person's own contact points: another person's counts as unknown. */
type Own = Which & { userId: string };

export const isMeant = (which: Which & { userId?: string }): SQL | undefined =>
  and(
    ...(["userId", "id", "channel", "address"] as const).flatMap((field) =>
      which[field] === undefined ? [] : [eq(contactPoints[field], which[field])],
    ),
  );

export const listContactPoints = async (db: Db, own: Own): Promise<ContactRecord[]> =>
  await db("repeatable", (queries) =>
    queries
      .select(RECORD)
      .from(contactPoints)
      .where(isMeant(own))
      .orderBy(contactPoints.createdAt, contactPoints.id),
  );

export const findContactPoint = async (db: Db, own: Own): Promise<ContactRecord | null> =>
  (await listContactPoints(db, own))[0] ?? null;

/** Uses up a try before the code is compared. Returns null if there is no valid code or no try left. */
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
      .returning({ channel: contactPoints.channel, sealedCode: sql<string>`${contactPoints.sealedCode}` }),
  );
  return found ?? null;
}

/** Verifies the contact point by the compared code, or returns false if a newer code has replaced it meanwhile. */
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
  const isReplaced = sql`${isOnlyOne} and exists (select from changed
    where channel = ${contactPoints.channel} and id <> ${contactPoints.id})`;
  const rows = await db.mutate(sql`
    with changed as ${verified}, replaced as ${removed(own.userId, isReplaced)},
    unsent as (${dropForPerson(own.userId, entry.at, { addresses: sql`select channel, address from replaced` })}),
    logged as (${logFrom("changed", entry)})
    select 1 from changed`);
  return rows.length > 0;
}

const removed = (userId: string, which: SQL | undefined) =>
  queryBuilder
    .delete(contactPoints)
    .where(and(eq(contactPoints.userId, userId), which))
    .returning();

/** Removes a person's own contact points, and drops what waits for them. Returns false if there are none. */
export const removeContactPoints = (db: Db, own: Own, entry: ActivityEntry): Promise<boolean> =>
  changeLogged(
    db,
    removed(own.userId, isMeant(own)),
    entry,
    dropForPerson(own.userId, entry.at, { addresses: sql`select channel, address from changed` }),
  );

/** A recipient of a home's message; null for a message of no home. Other homes' contact points stay as they are. */
type GoneRecipient = { channel: Channel; recipient: string; householdId: string | null; at: Date };

/**
 * Marks an address as gone for good, so that no further alert is sent there and its owner sees why. A sign-in address
 * is no contact point: it stays, and its failed messages show in the log.
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
      // A contact outside the home whose address is gone counts as stopped, as after a STOP.
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

const CHANNEL: Channel = "telegram";

/** Updates a chat's id, which Telegram changes when a group grows. Skips people who already have the new id. */
export async function moveChat(db: Db, { from, to }: { from: string; to: string }): Promise<void> {
  const has = queryBuilder
    .select({ userId: contactPoints.userId })
    .from(contactPoints)
    .where(isMeant({ channel: CHANNEL, address: to }));
  await db("once", (queries) =>
    queries
      .update(contactPoints)
      .set({ address: to })
      .where(and(isMeant({ channel: CHANNEL, address: from }), notInArray(contactPoints.userId, has))),
  );
}

const WAITING_PREFIX = "start:";

/** The stored address of a contact that waits for its chat: only a hash of the code, so that it can't be used. */
export const waitingAddress = async (code: string): Promise<string> =>
  `${WAITING_PREFIX}${hexText(await secretHash(code))}`;

/** Deletes a person's unused Telegram links: only the newest link works. */
export async function dropWaiting(db: Db, userId: string): Promise<void> {
  await db("once", (queries) =>
    queries
      .delete(contactPoints)
      .where(and(isMeant({ userId, channel: CHANNEL }), like(contactPoints.address, `${WAITING_PREFIX}%`))),
  );
}

/** Connects a chat to the contact whose link it opened, or returns false if no contact waits for it any more. */
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
  // If the person had connected the same chat before, the new contact replaces the old one.
  const owner = queryBuilder.select({ userId: contactPoints.userId }).from(contactPoints).where(isWaiting);
  const results = await db("once", (queries) =>
    queries.batch([
      queries
        .delete(contactPoints)
        .where(and(isMeant({ channel: CHANNEL, address: chatId }), inArray(contactPoints.userId, owner))),
      queries
        .update(contactPoints)
        .set({ address: chatId, verifiedAt: now, goneAt: null, updatedAt: now })
        .where(isWaiting)
        .returning({ id: contactPoints.id }),
    ]),
  );
  return results[1].length > 0;
}
