import { and, eq, sql } from "drizzle-orm";
import { bays, pucks } from "../../../schema/tables/companion.ts";
import type { Mood } from "../../../schema/vocabulary.ts";
import type { Acting } from "../../domain/acting.ts";
import { logFrom } from "../activity.ts";
import type { Db } from "../db.ts";
import { draft } from "../draft.ts";
import { changeLogged } from "../logged-change.ts";

const isBay = (householdId: string, bayId: string) =>
  and(eq(bays.householdId, householdId), eq(bays.bayId, bayId));

export type OverrideChange = {
  acting: Acting;
  bayId: string;
  /** Null clears. */
  mood: Mood | null;
  until: Date | null;
  now: Date;
};

/** False where the household has no such bay. */
export async function setOverride(db: Db, { acting, bayId, mood, until, now: at }: OverrideChange) {
  const { householdId, actor } = acting;
  const action = mood === null ? "mood_override_cleared" : "mood_overridden";
  const details = { mood, until: until?.toISOString() ?? null };
  const update = draft
    .update(bays)
    .set({ moodOverride: mood, overrideUntil: until, updatedAt: at })
    .where(isBay(householdId, bayId))
    .returning({ bayId: bays.bayId });
  return await changeLogged(db, update, { householdId, at, actor, action, subject: bayId, details });
}

export type SensorChoice = {
  acting: Acting;
  bayId: string;
  /** What is undefined stays as it is. */
  sensorIds: string[] | null | undefined;
  space: string | null | undefined;
  now: Date;
};

export type Chosen =
  | { outcome: "changed" }
  | { outcome: "unknown" }
  | { outcome: "foreign"; sensorId: string };

/** All or nothing: one sensor that is not the household's, and nothing is changed. */
export async function chooseSensors(
  db: Db,
  { acting, bayId, now: at, ...choice }: SensorChoice,
): Promise<Chosen> {
  const { householdId, actor } = acting;
  const { sensorIds, space } = choice;
  const wanted = JSON.stringify(sensorIds ?? []);
  const entry = { householdId, at, actor, action: "bay_changed", subject: bayId } as const;
  const before = draft.select().from(bays).where(isBay(householdId, bayId));
  const changed = draft
    .update(bays)
    .set({
      updatedAt: at,
      ...(sensorIds === undefined ? {} : { sensorIds }),
      ...(space === undefined ? {} : { space }),
    })
    .where(and(isBay(householdId, bayId), sql`not exists (select from foreigners)`))
    .returning({ bayId: bays.bayId, sensorIds: bays.sensorIds, space: bays.space });
  const { rows } = await db("once", (queries) =>
    queries.execute<{ is_changed: boolean; foreign_id: string | null }>(sql`
      with foreigners as (
        select wanted.id from jsonb_array_elements_text(${wanted}::jsonb) as wanted (id)
        where not exists (
          select from sensors sensor join devices device on device.id = sensor.device_id
          where sensor.id = wanted.id and device.household_id = ${householdId})),
      before as ${before}, changed as ${changed},
      moved as (
        select from changed join before using (bay_id)
        where (changed.sensor_ids, changed.space) is distinct from (before.sensor_ids, before.space)),
      logged as (${logFrom("moved", entry)})
      select exists (select from changed) as is_changed, (select id from foreigners limit 1) as foreign_id`),
  );
  const [row] = rows;
  if (row?.is_changed) return { outcome: "changed" };
  return row?.foreign_id == null ? { outcome: "unknown" } : { outcome: "foreign", sensorId: row.foreign_id };
}

/** Its pucks are the household's still, and stand in no bay. False where there is no such bay. */
export async function deleteBay(
  db: Db,
  { householdId, actor }: Acting,
  bayId: string,
  at: Date,
): Promise<boolean> {
  const entry = { householdId, at, actor, action: "bay_deleted", subject: bayId } as const;
  const deleted = draft.delete(bays).where(isBay(householdId, bayId)).returning({ bayId: bays.bayId });
  const unbound = draft
    .update(pucks)
    .set({ bayId: null })
    .where(and(eq(pucks.householdId, householdId), sql`${pucks.bayId} in (select bay_id from deleted)`));
  const { rows } = await db("once", (queries) =>
    queries.execute(sql`
      with deleted as ${deleted}, unbound as ${unbound},
      logged as (${logFrom("deleted", entry)})
      select bay_id from deleted`),
  );
  return rows.length > 0;
}
