import { and, eq, inArray, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { devices, sensors } from "../../../schema/tables/device.ts";
import { households } from "../../../schema/tables/household.ts";
import type { Db } from "../../kernel/db.queries.ts";
import { queryBuilder } from "../../kernel/statements.queries.ts";
import { householdLock } from "../../kernel/under-lock.queries.ts";
import { logFrom, movedFrom } from "../../people/activity.queries.ts";
import type { ActivityEntry } from "../../people/activity.ts";
import { changesStatement, type IdentifiedChange } from "../commit-changes.queries.ts";
import type { HomeOverrides, Overrides } from "../settings.ts";

export async function findHomeAlertSettings(db: Db, householdId: string): Promise<HomeOverrides | null> {
  const [home] = await db("repeatable", (queries) =>
    queries
      .select({ settings: households.alertSettings })
      .from(households)
      .where(eq(households.id, householdId)),
  );
  return home === undefined ? null : (home.settings as HomeOverrides);
}

/** The ends of the alerts that new settings switch off, to be stored in the same commit. */
export type SettingsEnds = { changes: IdentifiedChange[]; now: Date };

/** `open`: an alert to be ended has moved meanwhile, and nothing has been saved. */
export type SettingsSaved = "saved" | "not_found" | "open";

export async function saveHomeAlertSettings(
  db: Db,
  settings: HomeOverrides,
  entry: ActivityEntry,
  ends: SettingsEnds,
): Promise<SettingsSaved> {
  const kept = { id: households.id, alertSettings: households.alertSettings };
  const isOwn = eq(households.id, entry.householdId);
  return await saveLogged(db, entry, ends, {
    before: queryBuilder.select(kept).from(households).where(isOwn),
    update: (isEnded) =>
      queryBuilder
        .update(households)
        .set({ alertSettings: settings })
        .where(and(isOwn, isEnded))
        .returning(kept),
  });
}

export async function saveSensorAlertSettings(
  db: Db,
  sensorId: string,
  settings: Overrides,
  entry: ActivityEntry,
  ends: SettingsEnds,
): Promise<SettingsSaved> {
  const kept = { id: sensors.id, alertSettings: sensors.alertSettings };
  const owned = queryBuilder
    .select({ id: devices.id })
    .from(devices)
    .where(eq(devices.householdId, entry.householdId));
  const isOwn = and(eq(sensors.id, sensorId), inArray(sensors.deviceId, owned));
  return await saveLogged(db, entry, ends, {
    before: queryBuilder.select(kept).from(sensors).where(isOwn),
    update: (isEnded) =>
      queryBuilder
        .update(sensors)
        .set({ alertSettings: settings })
        .where(and(isOwn, isEnded))
        .returning(kept),
  });
}

type Saving = { before: SQLWrapper; update: (isEnded: SQL) => SQLWrapper };

/** Ends and saves in one commit. Logged where the settings are others than `before`. */
async function saveLogged(
  db: Db,
  entry: ActivityEntry,
  { changes, now }: SettingsEnds,
  { before, update }: Saving,
): Promise<SettingsSaved> {
  const { householdId } = entry;
  const subjects = JSON.stringify(changes.map(({ kind, subject }) => ({ kind, subject })));
  const isEnded = sql`not exists (select from alerts
    join jsonb_to_recordset(${subjects}::jsonb) as ended (kind text, subject text) using (kind, subject)
    where alerts.household_id = ${householdId} and alerts.closed_at is null)`;
  const [, , { rows }] = await db("once", (queries) =>
    queries.batch([
      queries.execute(householdLock(householdId)),
      queries.execute(
        changes.length === 0 ? sql`select 1` : changesStatement([{ householdId, changes, now }]),
      ),
      queries.execute<{ is_known: boolean; is_saved: boolean }>(sql`
        with before as ${before}, changed as ${update(isEnded)}, moved as (${movedFrom("changed")}),
        logged as (${logFrom("moved", entry)})
        select exists (select from before) as is_known, exists (select from changed) as is_saved`),
    ]),
  );
  if (rows[0]?.is_saved) return "saved";
  return rows[0]?.is_known ? "open" : "not_found";
}
