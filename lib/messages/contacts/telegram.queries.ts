import { and, gt, isNull, like, sql } from "drizzle-orm";
import { contactPoints } from "../../../schema/tables/contact-point.ts";
import type { Channel } from "../../../schema/vocabulary.ts";
import { CHANNEL_LIMITS } from "../../channels/limits.ts";
import type { Db } from "../../kernel/db.queries.ts";
import { queryBuilder, secretHash } from "../../kernel/statements.queries.ts";
import { hexText } from "../../kernel/text.ts";
import { MINUTE_MS } from "../../kernel/time.ts";
import { isMeant } from "../contact-points.queries.ts";

const CHANNEL: Channel = "telegram";

/** What a contact is called that waits for its chat begins so. */
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
