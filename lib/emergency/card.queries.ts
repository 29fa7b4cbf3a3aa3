import { and, eq, inArray, lte, type SQL, sql } from "drizzle-orm";
import { cardPhotos, emergencyCards, removedObjects } from "../../schema/tables/emergency.ts";
import type { PhotoType } from "../../schema/vocabulary.ts";
import type { CardContent, CardPhoto } from "../../schema/wire/account/emergency.ts";
import type { Db } from "../kernel/db.queries.ts";
import { insertSelect, queryBuilder } from "../kernel/statements.queries.ts";
import { householdLock, underLock } from "../kernel/under-lock.queries.ts";
import { changeLogged, logFrom } from "../people/activity.queries.ts";
import type { ActivityEntry } from "../people/activity.ts";
import type { CardFacts } from "./card.ts";

/** What a household has written on its card, and its photos. */
export const cardJson = (household: SQL | string): SQL<CardFacts> => sql`json_build_object(
  'stored', (select kept from (select card, is_shared as "isShared", version
    from emergency_cards where household_id = ${household}) kept),
  'photos', (select coalesce(json_agg(kept), '[]') from (select id, place, type, bytes, width, height
    from card_photos where household_id = ${household} order by created_at, id) kept))`;

export async function findCard(db: Db, householdId: string): Promise<CardFacts> {
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<{ card: CardFacts }>(sql`select ${cardJson(householdId)} as card`),
  );
  return rows[0]?.card ?? { stored: null, photos: [] };
}

type CardWish = { card: CardContent; isShared: boolean; version: number | null };

/** Whether it was saved: not over another version than the one that was read. */
export async function saveCard(
  db: Db,
  entry: ActivityEntry,
  { card, isShared, version }: CardWish,
): Promise<boolean> {
  const row = await underLock<{ saved: boolean }>(
    db,
    householdLock(entry.householdId),
    sql`
      with now_there as (
        select coalesce((select version from emergency_cards where household_id = ${entry.householdId}), 0) as version),
      saved as (${insertSelect(
        emergencyCards,
        { householdId: entry.householdId, card, isShared, version: sql`version + 1`, updatedAt: entry.at },
        sql`from now_there where version = coalesce(${version}::integer, version)
          on conflict (household_id) do update set card = excluded.card, is_shared = excluded.is_shared,
            version = excluded.version, updated_at = excluded.updated_at
          returning household_id`,
      )}),
      logged as (${logFrom("saved", entry)})
      select exists (select from saved) as saved`,
  );
  return row?.saved ?? false;
}

/** Its file is about to be stored: what comes of it, it is removed from then on unless the photo is kept. */
export async function announceObject(db: Db, key: string, removedAt: Date): Promise<void> {
  await db("repeatable", (queries) =>
    queries.insert(removedObjects).values({ key, removedAt }).onConflictDoNothing(),
  );
}

type NewPhoto = CardPhoto & { key: string };

/** Whether there was room for it: `max` is how many a home may have. */
export async function addPhoto(
  db: Db,
  entry: ActivityEntry,
  { key, ...photo }: NewPhoto,
  max: number,
): Promise<boolean> {
  const { householdId, at } = entry;
  const row = await underLock<{ added: boolean }>(
    db,
    householdLock(householdId),
    sql`
      with added as (${insertSelect(
        cardPhotos,
        { ...photo, householdId, createdAt: at },
        sql`where (select count(*) from card_photos mine where mine.household_id = ${householdId}) < ${max} returning id`,
      )}),
      kept as (delete from removed_objects where removed_objects.key = ${key} and exists (select from added)),
      logged as (${logFrom("added", entry)})
      select exists (select from added) as added`,
  );
  return row?.added ?? false;
}

/** Whether it was the home's. A trigger says that its file has to go. */
export async function deletePhoto(db: Db, entry: ActivityEntry, id: string): Promise<boolean> {
  const removed = queryBuilder
    .delete(cardPhotos)
    .where(and(eq(cardPhotos.id, id), eq(cardPhotos.householdId, entry.householdId)))
    .returning({ id: cardPhotos.id });
  return await changeLogged(db, removed, entry);
}

/** The type of a home's photo; null alike for an unknown one and another home's. */
export async function findPhotoType(
  db: Db,
  householdId: string,
  id: string,
): Promise<{ type: PhotoType } | null> {
  const [photo = null] = await db("repeatable", (queries) =>
    queries
      .select({ type: cardPhotos.type })
      .from(cardPhotos)
      .where(and(eq(cardPhotos.id, id), eq(cardPhotos.householdId, householdId))),
  );
  return photo;
}

/** Files whose time in the store is over. */
export async function listRemovedObjects(db: Db, by: Date, limit: number): Promise<string[]> {
  const rows = await db("repeatable", (queries) =>
    queries
      .select({ key: removedObjects.key })
      .from(removedObjects)
      .where(lte(removedObjects.removedAt, by))
      .orderBy(removedObjects.removedAt)
      .limit(limit),
  );
  return rows.map(({ key }) => key);
}

export async function forgetObjects(db: Db, keys: string[]): Promise<void> {
  await db("repeatable", (queries) =>
    queries.delete(removedObjects).where(inArray(removedObjects.key, keys)),
  );
}
