import { and, eq, sql } from "drizzle-orm";
import { alertRules } from "../../../schema/tables/alert.ts";
import { devices, sensors } from "../../../schema/tables/device.ts";
import type { Place } from "../../kernel/cursor.ts";
import type { Db } from "../../kernel/db.queries.ts";
import { behind, microsecondsOf, queryBuilder } from "../../kernel/statements.queries.ts";
import { addLogged, logFrom, removeLogged } from "../../people/activity.queries.ts";
import type { ActivityEntry } from "../../people/activity.ts";
import { ALERT_LIMITS, type RuleSettings } from "../settings.ts";
import type { RuleRecord, RuleSensor } from "./rule-settings.ts";

/** A stored rule; its settings are `RuleSettings` as their author wrote them. */
const ruleRecord = (rule: typeof alertRules.$inferSelect): RuleRecord => ({
  ...rule,
  settings: rule.settings as RuleSettings,
});

/** A rule and its place in the household's order, which is that of making. */
type PlacedRule = { rule: RuleRecord; place: Place };

export async function listRulePage(
  db: Db,
  { householdId, after, limit }: { householdId: string; after: Place | null; limit: number },
): Promise<PlacedRule[]> {
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

/** A rule and its sensor; that is null where the sensor is gone. */
type RuleWithSensor = { rule: RuleRecord; sensor: RuleSensor | null };

/** Null alike for an unknown rule and another household's. */
export async function findRule(db: Db, householdId: string, ruleId: string): Promise<RuleWithSensor | null> {
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

/** Null where the household has as many rules as it may, or has lost the sensor meanwhile. */
export async function addRule(db: Db, { entry, ...added }: NewRule): Promise<RuleRecord | null> {
  const { householdId, at } = entry;
  const where = sql`exists (select from ${sensors} join ${devices} on ${eq(devices.id, sensors.deviceId)}
    where ${and(eq(sensors.id, added.sensorId), eq(devices.householdId, householdId))})`;
  const limited = { max: ALERT_LIMITS.householdRulesMax, entry, where };
  const isAdded = await addLogged(db, alertRules, { ...added, updatedAt: at }, limited);
  return isAdded ? { ...added, createdAt: at, updatedAt: at } : null;
}

type RuleEdit = { rule: RuleRecord; settings: RuleSettings; entry: ActivityEntry };

/** Only over the settings that the edit was made from; null where they are others by now. */
export async function editRule(db: Db, { rule, settings, entry }: RuleEdit): Promise<RuleRecord | null> {
  const isRule = eq(alertRules.id, rule.id);
  const before = queryBuilder.select().from(alertRules).where(isRule);
  const changed = queryBuilder
    .update(alertRules)
    .set({ settings, updatedAt: entry.at })
    .where(and(isRule, eq(alertRules.householdId, entry.householdId), eq(alertRules.settings, rule.settings)))
    .returning({ id: alertRules.id, settings: alertRules.settings });
  const moved = sql`select 1 from changed join before using (id)
    where changed.settings <> before.settings and exists (select from before)`;
  const rows = await db.mutate(sql`
    with before as ${before}, changed as ${changed}, moved as (${moved}), logged as (${logFrom("moved", entry)})
    select id from changed`);
  return rows.length > 0 ? { ...rule, settings, updatedAt: entry.at } : null;
}

/** False where it is not there. */
export const removeRule = (db: Db, entry: ActivityEntry<string>): Promise<boolean> =>
  removeLogged(db, alertRules, entry);
