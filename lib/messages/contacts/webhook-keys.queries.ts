import { and, eq, isNotNull, sql } from "drizzle-orm";
import { contactPoints } from "../../../schema/tables/contact-point.ts";
import type { Db } from "../../kernel/db.queries.ts";
import { isoTime, queryBuilder } from "../../kernel/statements.queries.ts";
import { changeLogged } from "../../people/activity.queries.ts";
import type { ActivityEntry } from "../../people/activity.ts";

/** A webhook's secret as it is sealed, and until when the previous key in it signs, in ISO 8601. */
export type KeptKeys = { sealedSecret: string; previousKeyUntil: string | null };

const KEPT = {
  sealedSecret: contactPoints.sealedSecret,
  previousKeyUntil: isoTime(contactPoints.previousKeyUntil),
};

/** Null for a contact that was removed. */
export async function findKeys(db: Db, id: string): Promise<KeptKeys | null> {
  const [row] = await db("repeatable", (queries) =>
    queries
      .select(KEPT)
      .from(contactPoints)
      .where(and(eq(contactPoints.id, id), eq(contactPoints.channel, "webhook"))),
  );
  return row?.sealedSecret == null ? null : { ...row, sealedSecret: row.sealedSecret };
}

const own = (id: string, userId: string) =>
  and(eq(contactPoints.id, id), eq(contactPoints.userId, userId), eq(contactPoints.channel, "webhook"));

/** Null where the person has no such webhook. */
export async function findOwnKeys(db: Db, userId: string, id: string): Promise<KeptKeys | null> {
  const [row] = await db("repeatable", (queries) =>
    queries.select(KEPT).from(contactPoints).where(own(id, userId)),
  );
  return row?.sealedSecret == null ? null : { ...row, sealedSecret: row.sealedSecret };
}

type KeyChange = {
  id: string;
  userId: string;
  /** What was read: where somebody has changed it since, nothing is done. */
  before: string;
  sealedSecret: string;
  previousKeyUntil: Date | null;
  entry: ActivityEntry;
};

/** False where another change came first. */
export async function replaceKeys(db: Db, change: KeyChange): Promise<boolean> {
  const { id, userId, before, sealedSecret, previousKeyUntil, entry } = change;
  const changed = queryBuilder
    .update(contactPoints)
    .set({ sealedSecret, previousKeyUntil, updatedAt: entry.at })
    .where(and(own(id, userId), eq(contactPoints.sealedSecret, before)))
    .returning({ id: contactPoints.id });
  return await changeLogged(db, changed, entry);
}

/** Ends what is left of an overlap; false where there is none. */
export async function endOverlap(
  db: Db,
  { id, userId, entry }: Pick<KeyChange, "id" | "userId" | "entry">,
): Promise<boolean> {
  const ended = queryBuilder
    .update(contactPoints)
    .set({ previousKeyUntil: sql`null`, updatedAt: entry.at })
    .where(and(own(id, userId), isNotNull(contactPoints.previousKeyUntil)))
    .returning({ id: contactPoints.id });
  return await changeLogged(db, ended, entry);
}
