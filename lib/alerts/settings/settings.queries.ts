import { eq, sql } from "drizzle-orm";
import { escalations } from "../../../schema/tables/escalation.ts";
import { homeContacts } from "../../../schema/tables/home-contact.ts";
import { households, memberships } from "../../../schema/tables/household.ts";
import type { ContactMeaning, SensorKind } from "../../../schema/vocabulary.ts";
import type { PlacedDevice, PlacedSensor } from "../../devices/placement/placement.ts";
import { placementLayer, type SettingsLayers } from "../../devices/placement/sensor-settings.ts";
import type { Db } from "../../kernel/db.queries.ts";
import { insertSelect, queryBuilder } from "../../kernel/statements.queries.ts";
import { changeLogged, logFrom, movedFrom } from "../../people/activity.queries.ts";
import type { ActivityEntry } from "../../people/activity.ts";
import type { EscalationStep } from "../escalation.ts";
import type { HomeOverrides } from "../settings.ts";

export async function findHomeAlertSettings(db: Db, householdId: string): Promise<HomeOverrides | null> {
  const [home] = await db("repeatable", (queries) =>
    queries
      .select({ settings: households.alertSettings })
      .from(households)
      .where(eq(households.id, householdId)),
  );
  return home === undefined ? null : (home.settings as HomeOverrides);
}

/**
 * Of the home, or of one of its sensors; logged where they are others than before. False alike for an unknown home or
 * sensor and another household's.
 */
export async function saveAlertSettings(
  db: Db,
  { sensorId, settings }: { sensorId: string | null; settings: HomeOverrides },
  entry: ActivityEntry,
): Promise<boolean> {
  const home = entry.householdId;
  const table = sql.identifier(sensorId === null ? "households" : "sensors");
  const isOwn =
    sensorId === null
      ? sql`id = ${home}`
      : sql`id = ${sensorId} and device_id in (select id from devices where household_id = ${home})`;
  const rows = await db.mutate(sql`
    with before as (select id, alert_settings from ${table} where ${isOwn}),
    changed as (
      update ${table} set alert_settings = ${JSON.stringify(settings)}::jsonb where ${isOwn}
      returning id, alert_settings),
    moved as (${movedFrom("changed")}), logged as (${logFrom("moved", entry)})
    select 1 from changed`);
  return rows.length > 0;
}

/** Null for a home that has the default. */
export async function findEscalation(db: Db, householdId: string): Promise<EscalationStep[] | null> {
  const [own] = await db("repeatable", (queries) =>
    queries
      .select({ steps: escalations.steps })
      .from(escalations)
      .where(eq(escalations.householdId, householdId)),
  );
  return own === undefined ? null : (own.steps as EscalationStep[]);
}

/** The ids of a home's members and of its contacts outside the home. */
export async function findReachable(db: Db, householdId: string): Promise<Set<string>> {
  const [members, contacts] = await db("repeatable", (queries) =>
    queries.batch([
      queries
        .select({ id: memberships.userId })
        .from(memberships)
        .where(eq(memberships.householdId, householdId)),
      queries
        .select({ id: homeContacts.id })
        .from(homeContacts)
        .where(eq(homeContacts.householdId, householdId)),
    ]),
  );
  return new Set([...members, ...contacts].map(({ id }) => id));
}

/** Stores the home's own steps, or forgets them where they are null. Nothing is logged where they stay as they are. */
export async function saveEscalation(
  db: Db,
  steps: readonly EscalationStep[] | null,
  entry: ActivityEntry,
): Promise<void> {
  const isOwn = eq(escalations.householdId, entry.householdId);
  if (steps === null) {
    const gone = queryBuilder.delete(escalations).where(isOwn).returning({ id: escalations.householdId });
    await changeLogged(db, gone, entry);
    return;
  }
  const stored = insertSelect(
    escalations,
    { householdId: entry.householdId, steps, updatedAt: entry.at },
    sql`on conflict (household_id) do update set steps = excluded.steps, updated_at = excluded.updated_at
      where escalations.steps is distinct from excluded.steps returning household_id`,
  );
  await changeLogged(db, stored, entry);
}

/**
 * A sensor with what its alerts are judged by: its home's settings, its placement's, its device's and its
 * own.
 */
export type WatchedSensor = {
  id: string;
  deviceId: string;
  deviceNumber: number;
  position: number;
  label: string;
  kind: SensorKind;
  unit: string | null;
  isState: boolean;
  trueMeans: ContactMeaning | null;
  layers: SettingsLayers;
};

type Row = Omit<WatchedSensor, "layers"> &
  Required<PlacedSensor> & { device: PlacedDevice; layers: Omit<SettingsLayers, "placement"> };

/** Null alike for an unknown sensor and another household's. */
export async function findWatchedSensor(
  db: Db,
  householdId: string,
  sensorId: string,
): Promise<WatchedSensor | null> {
  const rows = await db.query<{ sensor: Row }>(sql`
    select json_build_object('id', sensor.id, 'deviceId', device.id, 'deviceNumber', device.number,
      'position', sensor.position, 'label', sensor.label, 'kind', sensor.kind, 'unit', sensor.unit,
      'isState', sensor.is_state, 'trueMeans', coalesce(device.contact_true_means, sensor.true_means),
      'placement', sensor.placement, 'placementGuess', sensor.placement_guess,
      'value', device.latest_values[sensor.position],
      'device', json_build_object('name', device.name, 'space', device.space), 'layers', json_build_object('household', home.alert_settings,
        'device', device.alert_settings, 'sensor', sensor.alert_settings)) as sensor
    from sensors sensor join devices device on device.id = sensor.device_id
    join households home on home.id = device.household_id
    where sensor.id = ${sensorId} and home.id = ${householdId}`);
  const [row] = rows;
  if (row === undefined) return null;
  const { device, placement, placementGuess, value, weekFloor, layers, ...sensor } = row.sensor;
  const placed = { ...sensor, placement, placementGuess, value, weekFloor };
  return { ...sensor, layers: { ...layers, placement: placementLayer(layers.household, placed, device) } };
}
