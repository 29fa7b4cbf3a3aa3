import { and, eq, type SQL, sql } from "drizzle-orm";
import { bays, pucks } from "../../schema/tables/companion.ts";
import type { HouseholdUnit, Mood } from "../../schema/vocabulary.ts";
import type { Db } from "../kernel/db.queries.ts";
import { dateOf, queryBuilder } from "../kernel/statements.queries.ts";
import { changeLogged, logFrom } from "../people/activity.queries.ts";
import type { Acting } from "../people/items.ts";
import type { Bay } from "./mood/bay-mood.ts";
import type { ActiveAlert, MoodSensor } from "./mood/climate.ts";

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
  const { householdId, actor } = acting;
  const action = mood === null ? "mood_override_cleared" : "mood_overridden";
  const details = { mood, until: until?.toISOString() ?? null };
  const update = queryBuilder
    .update(bays)
    .set({ moodOverride: mood, overrideUntil: until, updatedAt: at })
    .where(isBay(householdId, bayId))
    .returning({ bayId: bays.bayId });
  return await changeLogged(db, update, { householdId, at, actor, action, subject: bayId, details });
}

type BayChange = {
  acting: Acting;
  bayId: string;
  /** What is undefined stays as it is. */
  name: string | undefined;
  sensorIds: string[] | null | undefined;
  space: string | null | undefined;
  now: Date;
};

type Changed = { outcome: "changed" } | { outcome: "unknown" } | { outcome: "foreign"; sensorId: string };

/** All or nothing: one sensor that is not the household's, and nothing is changed. */
export async function changeBay(db: Db, { acting, bayId, now: at, ...change }: BayChange): Promise<Changed> {
  const { householdId, actor } = acting;
  const { name, sensorIds, space } = change;
  const wanted = JSON.stringify(sensorIds ?? []);
  const entry = { householdId, at, actor, action: "bay_changed", subject: bayId } as const;
  const before = queryBuilder.select().from(bays).where(isBay(householdId, bayId));
  const changed = queryBuilder
    .update(bays)
    .set({
      updatedAt: at,
      ...(name === undefined ? {} : { name }),
      ...(sensorIds === undefined ? {} : { sensorIds }),
      ...(space === undefined ? {} : { space }),
    })
    .where(and(isBay(householdId, bayId), sql`not exists (select from foreigners)`))
    .returning({ bayId: bays.bayId, name: bays.name, sensorIds: bays.sensorIds, space: bays.space });
  const rows = await db.mutate<{ is_changed: boolean; foreign_id: string | null }>(sql`
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
    logged as (${logFrom("moved", entry)})
    select exists (select from changed) as is_changed, (select id from foreigners limit 1) as foreign_id`);
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
  const deleted = queryBuilder.delete(bays).where(isBay(householdId, bayId)).returning({ bayId: bays.bayId });
  const unbound = queryBuilder
    .update(pucks)
    .set({ bayId: null })
    .where(and(eq(pucks.householdId, householdId), sql`${pucks.bayId} in (select bay_id from deleted)`));
  const rows = await db.mutate(sql`
    with deleted as ${deleted}, unbound as ${unbound},
    logged as (${logFrom("deleted", entry)})
    select bay_id from deleted`);
  return rows.length > 0;
}

type SensorRow = Omit<MoodSensor, "recordedAt" | "lastSeenAt"> & {
  recordedAt: string | null;
  lastSeenAt: string | null;
};

type Row = {
  bay_id: string;
  name: string;
  space: string | null;
  sensor_ids: string[] | null;
  mood_override: Mood | null;
  override_until: string | null;
  updated_at: string;
  created_at: string;
  time_zone: string;
  temperature_unit: HouseholdUnit;
  vacation_since: string | null;
  vacation_until: string | null;
  sensors: SensorRow[];
  alerts: ActiveAlert[];
};

/**
 * Those chosen one by one, else the visible ones of the bay's space, else of the home; never a disabled
 * device's.
 */
const ofTheBay = sql`
  select sensor.*, coalesce(device.contact_true_means, sensor.true_means) as meaning, device.name as device_name, device.type as device_type, device.last_seen_at,
    device.recent_gaps, device.latest_values[sensor.position] as value,
    device.latest_at[sensor.position] as recorded_at, device.created_at as device_created_at
  from devices device join sensors sensor on sensor.device_id = device.id
  where device.household_id = bay.household_id and device.enabled
    and case when bay.sensor_ids is not null then bay.sensor_ids ? sensor.id
      else sensor.visible and (bay.space is null or lower(device.space) = lower(bay.space)) end`;

const shownSensors = sql`
  select coalesce(json_agg(json_build_object('key', own.key, 'label', own.label, 'kind', own.kind, 'unit', own.unit,
    'isState', own.is_state, 'trueMeans', own.meaning, 'value', own.value, 'recordedAt', to_json(own.recorded_at),
    'isFaulty', own.faulty_at is not null, 'device', own.device_name, 'deviceType', own.device_type,
    'lastSeenAt', to_json(own.last_seen_at), 'recentGaps', own.recent_gaps)
    order by own.device_created_at, own.device_id, own.position), '[]') from own`;

/**
 * The one place where moods meet alerts: open episodes of the bay's sensors, of devices that it has sensors
 * of, and of the home as a whole.
 */
const activeAlerts = sql`
  select coalesce(json_agg(json_build_object('kind', alert.kind, 'severity', alert.severity,
    'title', alert.title) order by alert.opened_at, alert.id), '[]')
  from alerts alert
  where alert.household_id = bay.household_id and alert.closed_at is null
    and case when alert.sensor_id is not null then alert.sensor_id in (select id from own)
      when alert.device_id is not null then alert.device_id in (select device_id from own)
      else true end`;

const bayFacts = (which: SQL) => sql`
  select bay.bay_id, bay.name, bay.space, bay.sensor_ids, bay.mood_override, bay.override_until,
    bay.updated_at, bay.created_at, home.time_zone, home.temperature_unit, home.vacation_since,
    home.vacation_until, shown.sensors, shown.alerts
  from bays bay join households home on home.id = bay.household_id
  cross join lateral (
    with own as (${ofTheBay})
    select (${shownSensors}) as sensors, (${activeAlerts}) as alerts) shown
  where ${which}
  order by bay.created_at, bay.bay_id`;

/** All of a household's, in one call. */
export async function listBays(db: Db, householdId: string): Promise<Bay[]> {
  const statement = bayFacts(sql`bay.household_id = ${householdId}`);
  const rows = await db.query<Row>(statement);
  return rows.map(toBay);
}

/** Reads it in one call; null if the household has no such bay, even if another household has. */
export async function findBay(db: Db, householdId: string, bayId: string): Promise<Bay | null> {
  const statement = bayFacts(sql`bay.household_id = ${householdId} and bay.bay_id = ${bayId}`);
  const rows = await db.query<Row>(statement);
  return rows[0] === undefined ? null : toBay(rows[0]);
}

const toBay = (row: Row): Bay => ({
  bayId: row.bay_id,
  name: row.name,
  space: row.space,
  sensorIds: row.sensor_ids,
  createdAt: new Date(row.created_at),
  updatedAt: new Date(row.updated_at),
  override:
    row.mood_override === null ? null : { mood: row.mood_override, until: dateOf(row.override_until) },
  vacation: { since: dateOf(row.vacation_since), until: dateOf(row.vacation_until) },
  facts: {
    sensors: row.sensors.map(moodSensor),
    activeAlerts: row.alerts,
    timeZone: row.time_zone,
    temperatureUnit: row.temperature_unit,
  },
});

const moodSensor = (row: SensorRow): MoodSensor => ({
  ...row,
  recordedAt: dateOf(row.recordedAt),
  lastSeenAt: dateOf(row.lastSeenAt),
});
