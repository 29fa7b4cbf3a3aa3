import { and, eq, sql } from "drizzle-orm";
import { bays, pucks } from "../../schema/tables/companion.ts";
import type { Mood } from "../../schema/vocabulary.ts";
import type { Db } from "../kernel/db.queries.ts";
import { queryBuilder } from "../kernel/statements.queries.ts";
import { changeLogged, logFrom } from "../people/activity.queries.ts";
import { entryBy } from "../people/activity.ts";
import type { Acting } from "../people/items.ts";
import { type HomePageJson, homeQuery, pageHome } from "../sharing/home-page/home-page.queries.ts";
import type { PageHome } from "../sharing/home-page/page-home.ts";

const isBay = (householdId: string, bayId: string) =>
  and(eq(bays.householdId, householdId), eq(bays.bayId, bayId));

type OverrideChange = {
  acting: Acting;
  bayId: string;
  /** Null clears. */
  mood: Mood | null;
  until: Date | null;
  now: Date;
};

/** False where the household has no such bay. */
export async function setOverride(db: Db, { acting, bayId, mood, until, now: at }: OverrideChange) {
  const action = mood === null ? "mood_override_cleared" : "mood_overridden";
  const details = { mood, until: until?.toISOString() ?? null };
  const update = queryBuilder
    .update(bays)
    .set({ moodOverride: mood, overrideUntil: until, updatedAt: at })
    .where(isBay(acting.householdId, bayId))
    .returning({ bayId: bays.bayId });
  return await changeLogged(db, update, entryBy(acting, at, action, bayId, details));
}

/** What is undefined stays; null is the whole home, and all sensors of the space. */
export type BayChange = {
  bayId: string;
  name?: string | undefined;
  sensorIds?: string[] | null | undefined;
  space?: string | null | undefined;
};

type Changed = { isChanged: boolean; foreignId: string | null };

/** All or nothing: one sensor that is not the household's, and nothing is changed. */
export async function changeBay(
  db: Db,
  acting: Acting,
  { bayId, ...change }: BayChange,
  at: Date,
): Promise<Changed> {
  const { householdId } = acting;
  const wanted = JSON.stringify(change.sensorIds ?? []);
  const before = queryBuilder.select().from(bays).where(isBay(householdId, bayId));
  const changed = queryBuilder
    .update(bays)
    .set({ updatedAt: at, ...change })
    .where(and(isBay(householdId, bayId), sql`not exists (select from foreigners)`))
    .returning({ bayId: bays.bayId, name: bays.name, sensorIds: bays.sensorIds, space: bays.space });
  const rows = await db.mutate<Changed>(sql`
    with foreigners as (
      select wanted.id from jsonb_array_elements_text(${wanted}::jsonb) as wanted (id)
      where not exists (
        select from sensors sensor join devices device on device.id = sensor.device_id
        where sensor.id = wanted.id and device.household_id = ${householdId})),
    before as materialized ${before}, changed as ${changed},
    moved as (
      select 1 from changed join before using (bay_id)
      where (changed.name, changed.sensor_ids, changed.space)
        is distinct from (before.name, before.sensor_ids, before.space)),
    logged as (${logFrom("moved", entryBy(acting, at, "bay_changed", bayId))})
    select exists (select from changed) as "isChanged", (select id from foreigners limit 1) as "foreignId"`);
  return rows[0] ?? { isChanged: false, foreignId: null };
}

/** Its pucks are the household's still, and stand in no bay. False where there is no such bay. */
export async function deleteBay(db: Db, acting: Acting, bayId: string, at: Date): Promise<boolean> {
  const { householdId } = acting;
  const deleted = queryBuilder.delete(bays).where(isBay(householdId, bayId)).returning({ bayId: bays.bayId });
  const unbound = queryBuilder
    .update(pucks)
    .set({ bayId: null })
    .where(and(eq(pucks.householdId, householdId), sql`${pucks.bayId} in (select bay_id from changed)`));
  return await changeLogged(db, deleted, entryBy(acting, at, "bay_deleted", bayId), unbound);
}

export type KeptBay = typeof bays.$inferSelect;

/** A household's bays, oldest first, with the home that their moods follow from, in one call. */
export async function findBays(
  db: Db,
  householdId: string,
): Promise<{ bays: KeptBay[]; home: PageHome | null }> {
  const [kept, { rows }] = await db("repeatable", (queries) =>
    queries.batch([
      queries
        .select()
        .from(bays)
        .where(eq(bays.householdId, householdId))
        .orderBy(bays.createdAt, bays.bayId),
      queries.execute<{ home: HomePageJson }>(homeQuery(householdId)),
    ]),
  );
  return { bays: kept, home: rows[0] === undefined ? null : pageHome(rows[0].home) };
}
