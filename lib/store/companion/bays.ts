import { sql } from "drizzle-orm";
import type { Mood } from "../../../schema/vocabulary.ts";
import type { Acting } from "../../domain/acting.ts";
import { logFrom } from "../activity.ts";
import type { Db } from "../db.ts";
import { changeLogged } from "../logged-change.ts";

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
  const update = sql`
    update bays set mood_override = ${mood}, override_until = ${details.until}::timestamptz,
      updated_at = ${at.toISOString()}::timestamptz
    where household_id = ${householdId} and bay_id = ${bayId} returning bay_id`;
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
  const { rows } = await db("once", (queries) =>
    queries.execute<{ is_changed: boolean; foreign_id: string | null }>(sql`
      with foreigners as (
        select wanted.id from jsonb_array_elements_text(${wanted}::jsonb) as wanted (id)
        where not exists (
          select from sensors sensor join devices device on device.id = sensor.device_id
          where sensor.id = wanted.id and device.household_id = ${householdId})),
      before as (select * from bays where household_id = ${householdId} and bay_id = ${bayId}),
      changed as (
        update bays set updated_at = ${at.toISOString()}::timestamptz,
          sensor_ids = case when ${sensorIds === undefined}::boolean then sensor_ids
            when ${sensorIds === null}::boolean then null else ${wanted}::jsonb end,
          space = case when ${space === undefined}::boolean then space else ${space ?? null} end
        where household_id = ${householdId} and bay_id = ${bayId} and not exists (select from foreigners)
        returning bay_id, sensor_ids, space),
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
  const { rows } = await db("once", (queries) =>
    queries.execute(sql`
      with deleted as (
        delete from bays where household_id = ${householdId} and bay_id = ${bayId} returning bay_id),
      unbound as (
        update pucks set bay_id = null from deleted
        where household_id = ${householdId} and pucks.bay_id = deleted.bay_id),
      logged as (${logFrom("deleted", entry)})
      select bay_id from deleted`),
  );
  return rows.length > 0;
}
