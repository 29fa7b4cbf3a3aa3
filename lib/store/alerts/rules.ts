import { type SQL, sql } from "drizzle-orm";
import type { RuleSettings } from "../../domain/alerts/settings.ts";
import type { Place } from "../../domain/cursor.ts";
import type { StoppedRule } from "../../domain/rules/close-episode.ts";
import type { RuleRecord, RuleSensor } from "../../domain/rules/rule-settings.ts";
import type { Db } from "../db.ts";

/** As `RULE_JSON` writes it: times are text. */
export type RuleJson = Omit<RuleRecord, "createdAt" | "updatedAt"> & { createdAt: string; updatedAt: string };

/** For a query over `alert_rules` under the name `rule`. */
export const RULE_JSON: SQL = sql`json_build_object('id', rule.id, 'sensorId', rule.sensor_id,
  'settings', rule.settings, 'createdAt', rule.created_at, 'updatedAt', rule.updated_at)`;

export const ruleRecord = (rule: RuleJson): RuleRecord => ({
  ...rule,
  createdAt: new Date(rule.createdAt),
  updatedAt: new Date(rule.updatedAt),
});

/** A rule and its place in the household's order, which is that of making. */
export type PlacedRule = { rule: RuleRecord; place: Place };

export async function listRulePage(
  db: Db,
  { householdId, after, limit }: { householdId: string; after: Place | null; limit: number },
): Promise<PlacedRule[]> {
  const isAfter =
    after === null
      ? sql`true`
      : sql`(rule.created_at, rule.id) > ('epoch'::timestamptz + ${after.atMicroseconds}::bigint * interval '1 microsecond', ${after.id})`;
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<{ id: string; created_us: string; rule: RuleJson }>(sql`
      select rule.id, (extract(epoch from rule.created_at) * 1000000)::bigint::text as created_us,
        ${RULE_JSON} as rule
      from alert_rules rule where rule.household_id = ${householdId} and ${isAfter}
      order by rule.created_at, rule.id limit ${limit}`),
  );
  return rows.map((row) => ({
    rule: ruleRecord(row.rule),
    place: { atMicroseconds: row.created_us, id: row.id },
  }));
}

/** A rule and its sensor; that is null where the sensor is gone. */
export type RuleWithSensor = { rule: RuleRecord; sensor: RuleSensor | null };

/** Null alike for an unknown rule and another household's. */
export async function findRule(db: Db, householdId: string, ruleId: string): Promise<RuleWithSensor | null> {
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<{ rule: RuleJson; sensor_id: string | null; unit: string | null }>(sql`
      select ${RULE_JSON} as rule, sensor.id as sensor_id, sensor.unit
      from alert_rules rule left join sensors sensor on sensor.id = rule.sensor_id
      where rule.id = ${ruleId} and rule.household_id = ${householdId}`),
  );
  const [row] = rows;
  if (row === undefined) return null;
  return { rule: ruleRecord(row.rule), sensor: row.sensor_id === null ? null : { unit: row.unit } };
}

type StoppedRow = { sensor_id: string; settings: RuleSettings; version: number | null; state: unknown };

/** A rule with the state of its episodes. */
export async function findRuleState(
  db: Db,
  householdId: string,
  ruleId: string,
): Promise<StoppedRule | null> {
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<StoppedRow>(sql`
      select rule.sensor_id, rule.settings, known.version, known.state
      from alert_rules rule left join alert_states known on known.household_id = rule.household_id
        and known.kind = 'rule' and known.subject = rule.id
      where rule.id = ${ruleId} and rule.household_id = ${householdId}`),
  );
  const [row] = rows;
  if (row === undefined) return null;
  const { sensor_id: sensorId, settings, version, state } = row;
  return { id: ruleId, sensorId, settings, version: version ?? 0, state };
}
