import { and, eq, exists, getTableColumns, isNull, lt, not, sql } from "drizzle-orm";
import { LIMITS } from "../../../schema/limits.ts";
import { alertRules, alertStates, alerts } from "../../../schema/tables/alert.ts";
import { devices, sensors } from "../../../schema/tables/device.ts";
import type { ActivityEntry } from "../../domain/activity.ts";
import type { RuleSettings } from "../../domain/alerts/settings.ts";
import type { RuleRecord } from "../../domain/rules/rule-settings.ts";
import { logFrom } from "../activity.ts";
import { cte, rowsOf } from "../cte.ts";
import type { Db } from "../db.ts";
import { draft } from "../draft.ts";
import { insertSelect } from "../insert-select.ts";
import { changeLogged } from "../logged-change.ts";
import { householdLock } from "../under-lock.ts";
import { ruleRecord } from "./rules.ts";

const RULE = getTableColumns(alertRules);

export type NewRule = { id: string; sensorId: string; settings: RuleSettings; entry: ActivityEntry };

/** Null where the household has as many rules as it may, or has lost the sensor meanwhile. */
export async function addRule(
  db: Db,
  { id, sensorId, settings, entry }: NewRule,
): Promise<RuleRecord | null> {
  const { householdId } = entry;
  const isOwn = and(eq(sensors.id, sensorId), eq(devices.householdId, householdId));
  const hasRoom = lt(
    draft.$count(alertRules, eq(alertRules.householdId, householdId)),
    LIMITS.householdRulesMax,
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

export type RuleEdit = { rule: RuleRecord; settings: RuleSettings; entry: ActivityEntry };

/** Only over the settings that the edit was made from; null where they are others by now. */
export async function editRule(db: Db, { rule, settings, entry }: RuleEdit): Promise<RuleRecord | null> {
  const isRule = eq(alertRules.id, rule.id);
  const before = draft.select().from(alertRules).where(isRule);
  const changed = draft
    .update(alertRules)
    .set({ settings, updatedAt: entry.at })
    .where(and(isRule, eq(alertRules.householdId, entry.householdId), eq(alertRules.settings, rule.settings)))
    .returning();
  const moved = sql`select from changed join before using (id) where changed.settings <> before.settings`;
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

type Target = { householdId: string; ruleId: string; now: Date };

/**
 * Switches a rule off for good and moves its state's version on: whoever is judging it at this moment, even
 * its first reading, loses and looks again. False where it is not there.
 */
export async function stopRule(db: Db, { householdId, ruleId, now }: Target): Promise<boolean> {
  const stopped = draft
    .update(alertRules)
    .set({ settings: sql`${alertRules.settings} || '{"enabled": false}'::jsonb` })
    .where(and(eq(alertRules.id, ruleId), eq(alertRules.householdId, householdId)))
    .returning({ id: alertRules.id, householdId: alertRules.householdId });
  const moved = insertSelect(
    alertStates,
    {
      householdId: sql`household_id`,
      kind: "rule",
      subject: sql`id`,
      version: 1,
      state: {},
      updatedAt: now,
    },
    sql`from stopped
      on conflict (household_id, kind, subject) do update set version = ${alertStates.version} + 1`,
  );
  const { rows } = await db("repeatable", (queries) =>
    queries.execute(sql`with stopped as ${stopped}, moved as (${moved}) select id from stopped`),
  );
  return rows.length > 0;
}

/**
 * Refuses while an episode of it is open, which nothing would ever close: false then, and where it is not
 * there.
 */
export async function removeRule(db: Db, ruleId: string, entry: ActivityEntry): Promise<boolean> {
  const open = draft
    .select({ id: alerts.id })
    .from(alerts)
    .where(
      and(
        eq(alerts.householdId, alertRules.householdId),
        eq(alerts.kind, "rule"),
        eq(alerts.subject, alertRules.id),
        isNull(alerts.closedAt),
      ),
    );
  const removal = draft
    .delete(alertRules)
    .where(and(eq(alertRules.id, ruleId), eq(alertRules.householdId, entry.householdId), not(exists(open))))
    .returning({ id: alertRules.id });
  return await changeLogged(db, removal, entry);
}
