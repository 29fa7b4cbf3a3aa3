import { and, eq, getTableColumns, lt, sql } from "drizzle-orm";
import { alertRules } from "../../../schema/tables/alert.ts";
import { devices, sensors } from "../../../schema/tables/device.ts";
import type { Place } from "../../kernel/cursor.ts";
import { type Db, householdLock } from "../../kernel/db.queries.ts";
import {
  behind,
  cte,
  insertSelect,
  microsecondsOf,
  queryBuilder,
  rowsOf,
} from "../../kernel/statements.queries.ts";
import { changeLogged, logFrom } from "../../people/activity.queries.ts";
import type { ActivityEntry } from "../../people/activity.ts";
import { ALERT_LIMITS } from "../limits.ts";
import type { RuleSettings } from "../settings.ts";
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

const RULE = getTableColumns(alertRules);

type NewRule = { id: string; sensorId: string; settings: RuleSettings; entry: ActivityEntry };

/** Null where the household has as many rules as it may, or has lost the sensor meanwhile. */
export async function addRule(
  db: Db,
  { id, sensorId, settings, entry }: NewRule,
): Promise<RuleRecord | null> {
  const { householdId } = entry;
  const isOwn = and(eq(sensors.id, sensorId), eq(devices.householdId, householdId));
  const hasRoom = lt(
    queryBuilder.$count(alertRules, eq(alertRules.householdId, householdId)),
    ALERT_LIMITS.householdRulesMax,
  );
  const made = insertSelect(
    alertRules,
    { id, householdId, sensorId, settings, createdAt: entry.at, updatedAt: entry.at },
    sql`from ${sensors} join ${devices} on ${eq(devices.id, sensors.deviceId)}
      where ${and(isOwn, hasRoom)} returning *`,
  );
  const [, [rule]] = await db("once", (queries) =>
    queries.batch([
      queries.execute(householdLock(householdId)),
      queries
        .with(cte("made", made), cte("logged", logFrom("made", entry)))
        .select(RULE)
        .from(rowsOf("made", alertRules)),
    ]),
  );
  return rule === undefined ? null : ruleRecord(rule);
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
    .returning();
  const moved = sql`select 1 from changed join before using (id)
    where changed.settings <> before.settings and exists (select from before)`;
  const [edited] = await db("once", (queries) =>
    queries
      .with(
        cte("before", before),
        cte("changed", changed),
        cte("moved", moved),
        cte("logged", logFrom("moved", entry)),
      )
      .select(RULE)
      .from(rowsOf("changed", alertRules)),
  );
  return edited === undefined ? null : ruleRecord(edited);
}

/** False where it is not there. */
export async function removeRule(db: Db, ruleId: string, entry: ActivityEntry): Promise<boolean> {
  const removal = queryBuilder
    .delete(alertRules)
    .where(isRule(entry.householdId, ruleId))
    .returning({ id: alertRules.id });
  return await changeLogged(db, removal, entry);
}
