import { and, eq, sql } from "drizzle-orm";
import { bays, pucks } from "../../schema/tables/companion.ts";
import type { Mood } from "../../schema/vocabulary.ts";
import type { Db } from "../kernel/db.queries.ts";
import { queryBuilder } from "../kernel/statements.queries.ts";
import { changeLogged } from "../people/activity.queries.ts";
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
