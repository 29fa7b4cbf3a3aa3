import { and, eq } from "drizzle-orm";
import { alertRules, alertStates } from "../../../schema/tables/alert.ts";
import { sensors } from "../../../schema/tables/device.ts";
import type { RuleSettings } from "../../domain/alerts/settings.ts";
import type { Place } from "../../domain/cursor.ts";
import type { StoppedRule } from "../../domain/rules/close-episode.ts";
import type { RuleRecord, RuleSensor } from "../../domain/rules/rule-settings.ts";
import type { Db } from "../db.ts";
import { behind, microsecondsOf } from "../page-place.ts";

/** A stored rule; its settings are those of `RuleSettings` by whoever wrote them. */
export const ruleRecord = ({
  id,
  sensorId,
  settings,
  createdAt,
  updatedAt,
}: typeof alertRules.$inferSelect): RuleRecord => ({
  id,
  sensorId,
  settings: settings as RuleSettings,
  createdAt,
  updatedAt,
});

/** A rule and its place in the household's order, which is that of making. */
export type PlacedRule = { rule: RuleRecord; place: Place };

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
export type RuleWithSensor = { rule: RuleRecord; sensor: RuleSensor | null };

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

/** A rule with the state of its episodes. */
export async function findRuleState(
  db: Db,
  householdId: string,
  ruleId: string,
): Promise<StoppedRule | null> {
  const [found] = await db("repeatable", (queries) =>
    queries
      .select({ rule: alertRules, version: alertStates.version, state: alertStates.state })
      .from(alertRules)
      .leftJoin(
        alertStates,
        and(
          eq(alertStates.householdId, alertRules.householdId),
          eq(alertStates.kind, "rule"),
          eq(alertStates.subject, alertRules.id),
        ),
      )
      .where(isRule(householdId, ruleId)),
  );
  if (found === undefined) return null;
  const { sensorId, settings } = ruleRecord(found.rule);
  return { id: ruleId, sensorId, settings, version: found.version ?? 0, state: found.state };
}
