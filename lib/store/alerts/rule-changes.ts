import { sql } from "drizzle-orm";
import { LIMITS } from "../../../schema/limits.ts";
import type { ActivityEntry } from "../../domain/activity.ts";
import type { RuleSettings } from "../../domain/alerts/settings.ts";
import type { RuleRecord } from "../../domain/rules/rule-settings.ts";
import { logFrom } from "../activity.ts";
import type { Db } from "../db.ts";
import { underHouseholdLock } from "../household-lock.ts";
import { changeLogged } from "../logged-change.ts";
import { RULE_JSON, type RuleJson, ruleRecord } from "./rules.ts";

export type NewRule = { id: string; sensorId: string; settings: RuleSettings; entry: ActivityEntry };

/** Null where the household has as many rules as it may, or has lost the sensor meanwhile. */
export async function addRule(
  db: Db,
  { id, sensorId, settings, entry }: NewRule,
): Promise<RuleRecord | null> {
  const { householdId } = entry;
  const now = sql`${entry.at.toISOString()}::timestamptz`;
  const [row] = await underHouseholdLock<{ rule: RuleJson }>(
    db,
    "once",
    householdId,
    sql`
      with made as (
        insert into alert_rules (id, household_id, sensor_id, settings, created_at, updated_at)
        select ${id}, ${householdId}, sensor.id, ${JSON.stringify(settings)}::jsonb, ${now}, ${now}
        from sensors sensor join devices device on device.id = sensor.device_id
        where sensor.id = ${sensorId} and device.household_id = ${householdId}
          and (select count(*) from alert_rules where household_id = ${householdId})
            < ${LIMITS.householdRulesMax}::bigint
        returning *),
      logged as (${logFrom("made", entry)})
      select ${RULE_JSON} as rule from made rule`,
  );
  return row === undefined ? null : ruleRecord(row.rule);
}

export type RuleEdit = { rule: RuleRecord; settings: RuleSettings; entry: ActivityEntry };

/** Only over the settings that the edit was made from; null where they are others by now. */
export async function editRule(db: Db, { rule, settings, entry }: RuleEdit): Promise<RuleRecord | null> {
  const { rows } = await db("once", (queries) =>
    queries.execute<{ rule: RuleJson }>(sql`
      with before as (select * from alert_rules where id = ${rule.id}),
      changed as (
        update alert_rules set settings = ${JSON.stringify(settings)}::jsonb,
          updated_at = ${entry.at.toISOString()}::timestamptz
        where id = ${rule.id} and household_id = ${entry.householdId}
          and settings = ${JSON.stringify(rule.settings)}::jsonb
        returning *),
      moved as (select from changed join before using (id) where changed.settings <> before.settings),
      logged as (${logFrom("moved", entry)})
      select ${RULE_JSON} as rule from changed rule`),
  );
  return rows[0] === undefined ? null : ruleRecord(rows[0].rule);
}

type Target = { householdId: string; ruleId: string; now: Date };

/**
 * Switches a rule off for good and moves its state's version on: whoever is judging it at this moment, even its
 * first reading, loses and looks again. False where it is not there.
 */
export async function stopRule(db: Db, { householdId, ruleId, now }: Target): Promise<boolean> {
  const { rows } = await db("repeatable", (queries) =>
    queries.execute(sql`
      with stopped as (
        update alert_rules set settings = settings || '{"enabled": false}'::jsonb
        where id = ${ruleId} and household_id = ${householdId} returning id, household_id),
      moved as (
        insert into alert_states as known (household_id, kind, subject, version, state, updated_at)
        select household_id, 'rule', id, 1, '{}'::jsonb, ${now.toISOString()}::timestamptz from stopped
        on conflict (household_id, kind, subject) do update set version = known.version + 1)
      select id from stopped`),
  );
  return rows.length > 0;
}

/** Not while an episode of it is open, which nothing would ever close: false then, and where it is not there. */
export async function removeRule(db: Db, ruleId: string, entry: ActivityEntry): Promise<boolean> {
  const removal = sql`
    delete from alert_rules rule
    where rule.id = ${ruleId} and rule.household_id = ${entry.householdId}
      and not exists (select from alerts where alerts.household_id = rule.household_id
        and alerts.kind = 'rule' and alerts.subject = rule.id and alerts.closed_at is null)
    returning rule.id`;
  return await changeLogged(db, removal, entry);
}
