import { and, eq, sql } from "drizzle-orm";
import { alertRules, escalations } from "../../../schema/tables/alert.ts";
import { devices, sensors } from "../../../schema/tables/device.ts";
import { layersOf, type Overrides } from "../../devices/alert-settings.ts";
import type { Place } from "../../kernel/cursor.ts";
import type { Db } from "../../kernel/db.queries.ts";
import { behind, insertSelect, microsecondsOf, queryBuilder } from "../../kernel/statements.queries.ts";
import { addLogged, changeLogged, logFrom, movedFrom, removeLogged } from "../../people/activity.queries.ts";
import type { ActivityEntry } from "../../people/activity.ts";
import type { EscalationStep } from "../escalation.ts";
import { findTickFacts } from "../facts.queries.ts";
import { findPlaced } from "../facts.ts";
import { ALERT_LIMITS, type RuleSettings } from "../settings.ts";
import type { RuleRecord } from "./settings.ts";

/**
 * Returns the home's overrides, or all layers for a sensor; the last is its own. Null if the home has no such sensor.
 */
export async function findLayers(db: Db, householdId: string, sensorId: string | null) {
  if (sensorId !== null) return (await findWatchedSensor(db, householdId, sensorId))?.layers ?? null;
  const [home] = await db.query<{ settings: Overrides }>(sql`
    select alert_settings as settings from households where id = ${householdId}`);
  return home === undefined ? null : [home.settings];
}

/** Stores the overrides of the home or of a sensor, and logs a change. Returns false if the home has no such sensor. */
export async function saveAlertSettings(
  db: Db,
  { sensorId, settings }: { sensorId: string | null; settings: Overrides },
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

/** Returns the home's own escalation steps, or null if it uses the default. */
export async function findEscalation(db: Db, householdId: string): Promise<EscalationStep[] | null> {
  const [own] = await db.query<{ steps: EscalationStep[] }>(sql`
    select steps from escalations where household_id = ${householdId}`);
  return own?.steps ?? null;
}

/** Returns the ids of a home's members and of its contacts outside the home. */
export async function findReachable(db: Db, householdId: string): Promise<Set<string>> {
  const rows = await db.query<{ id: string }>(sql`
    select user_id as id from memberships where household_id = ${householdId}
    union all select id from home_contacts where household_id = ${householdId}`);
  return new Set(rows.map(({ id }) => id));
}

/** Stores the home's own steps, or deletes them if `steps` is null. Logs only a change. */
export async function saveEscalation(db: Db, steps: readonly EscalationStep[] | null, entry: ActivityEntry) {
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

/** Returns a sensor with its device and settings layers, or null for an unknown sensor and another household's. */
export async function findWatchedSensor(db: Db, householdId: string, sensorId: string) {
  const facts = await findTickFacts(db, householdId);
  const found = facts === null ? null : findPlaced(facts.devices, sensorId);
  return facts === null || found === null
    ? null
    : { ...found, layers: layersOf(facts.household, found.device, found.sensor) };
}

/** A stored rule. Its settings were stored as `RuleSettings`, so the cast holds. */
const ruleRecord = (rule: typeof alertRules.$inferSelect): RuleRecord => ({
  ...rule,
  settings: rule.settings as RuleSettings,
});

export async function listRulePage(
  db: Db,
  { householdId, after, limit }: { householdId: string; after: Place | null; limit: number },
) {
  const rows = await db("repeatable", (queries) =>
    queries
      .select({ rule: alertRules, atMicroseconds: microsecondsOf(alertRules.createdAt) })
      .from(alertRules)
      .where(
        and(
          eq(alertRules.householdId, householdId),
          behind(after, "oldest first", [alertRules.createdAt, alertRules.id]),
        ),
      )
      .orderBy(alertRules.createdAt, alertRules.id)
      .limit(limit),
  );
  return rows.map(({ rule, atMicroseconds }) => ({
    rule: ruleRecord(rule),
    place: { atMicroseconds, id: rule.id },
  }));
}

const isRule = (householdId: string, ruleId: string) =>
  and(eq(alertRules.id, ruleId), eq(alertRules.householdId, householdId));

/** Returns a rule and its sensor's unit, or null for an unknown rule and another household's. */
export async function findRule(db: Db, householdId: string, ruleId: string) {
  const [found] = await db("repeatable", (queries) =>
    queries
      .select({ rule: alertRules, sensorId: sensors.id, unit: sensors.unit })
      .from(alertRules)
      .leftJoin(sensors, eq(sensors.id, alertRules.sensorId))
      .where(isRule(householdId, ruleId)),
  );
  if (found === undefined) return null;
  const { rule, sensorId, unit } = found;
  return { rule: ruleRecord(rule), sensor: sensorId === null ? null : { unit } };
}

type NewRule = { id: string; sensorId: string; settings: RuleSettings; entry: ActivityEntry };

/** Adds a rule. Returns null if the home has as many rules as it may, or the sensor was deleted meanwhile. */
export async function addRule(db: Db, { entry, ...added }: NewRule): Promise<RuleRecord | null> {
  const { householdId, at } = entry;
  const where = sql`exists (select from ${sensors} join ${devices} on ${eq(devices.id, sensors.deviceId)}
    where ${and(eq(sensors.id, added.sensorId), eq(devices.householdId, householdId))})`;
  const limited = { max: ALERT_LIMITS.householdRulesMax, entry, where };
  const isAdded = await addLogged(db, alertRules, { ...added, updatedAt: at }, limited);
  return isAdded ? { ...added, createdAt: at, updatedAt: at } : null;
}

type RuleEdit = { rule: RuleRecord; settings: RuleSettings; entry: ActivityEntry };

/** Replaces the settings that the edit started from, or returns null if they have changed since. */
export async function editRule(db: Db, { rule, settings, entry }: RuleEdit): Promise<RuleRecord | null> {
  const fields = { id: alertRules.id, settings: alertRules.settings };
  const isIt = isRule(entry.householdId, rule.id);
  const before = queryBuilder.select(fields).from(alertRules).where(isIt);
  const changed = queryBuilder
    .update(alertRules)
    .set({ settings, updatedAt: entry.at })
    .where(and(isIt, eq(alertRules.settings, rule.settings)))
    .returning(fields);
  const rows = await db.mutate(sql`
    with before as ${before}, changed as ${changed}, moved as (${movedFrom("changed")}),
    logged as (${logFrom("moved", entry)})
    select id from changed`);
  return rows.length > 0 ? { ...rule, settings, updatedAt: entry.at } : null;
}

/** Deletes a rule, or returns false if it doesn't exist. */
export const removeRule = (db: Db, entry: ActivityEntry<string>): Promise<boolean> =>
  removeLogged(db, alertRules, entry);
