import { and, desc, eq, gte, isNotNull, isNull, lt } from "drizzle-orm";
import { LIMITS } from "../../../schema/limits.ts";
import { alerts, findings } from "../../../schema/tables/alert.ts";
import type { AlertKind } from "../../../schema/vocabulary.ts";
import type { Finding } from "../../domain/alerts/finding.ts";
import type { AlertRecord, ToldFinding } from "../../domain/alerts/shown-alert.ts";
import type { Place } from "../../domain/cursor.ts";
import type { Db } from "../db.ts";
import { behind, microsecondsOf } from "../page-place.ts";
import { ALERT } from "./alert-rows.ts";

/** What is null is not asked for. */
export type AlertPage = {
  householdId: string;
  state: "open" | "closed" | "all";
  kind: AlertKind | null;
  from: Date | null;
  to: Date | null;
  after: Place | null;
  limit: number;
};

/** An episode and its place in the household's order: newest opening first. */
export type PlacedAlert = { alert: AlertRecord; place: Place };

const STATES = { open: isNull(alerts.closedAt), closed: isNotNull(alerts.closedAt), all: undefined };

export async function listAlertPage(db: Db, ask: AlertPage): Promise<PlacedAlert[]> {
  const { householdId, state, kind, from, to, after, limit } = ask;
  const rows = await db("repeatable", (queries) =>
    queries
      .select({ ...ALERT, atMicroseconds: microsecondsOf(alerts.openedAt) })
      .from(alerts)
      .where(
        and(
          eq(alerts.householdId, householdId),
          behind(after, "newest first", [alerts.openedAt, alerts.id]),
          STATES[state],
          kind === null ? undefined : eq(alerts.kind, kind),
          from === null ? undefined : gte(alerts.openedAt, from),
          to === null ? undefined : lt(alerts.openedAt, to),
        ),
      )
      .orderBy(desc(alerts.openedAt), desc(alerts.id))
      .limit(limit),
  );
  return rows.map(({ atMicroseconds, ...alert }) => ({ alert, place: { atMicroseconds, id: alert.id } }));
}

export type AlertStory = { alert: AlertRecord; findings: ToldFinding[] };

/**
 * Reads an alert with its last decisions, oldest first. Null alike for an unknown one and another
 * household's.
 */
export async function findAlertStory(
  db: Db,
  householdId: string,
  alertId: string,
): Promise<AlertStory | null> {
  const rows = await db("repeatable", (queries) =>
    queries
      .select({ alert: ALERT, told: { finding: findings.finding, toldAt: findings.toldAt } })
      .from(alerts)
      .leftJoin(findings, eq(findings.alertId, alerts.id))
      .where(and(eq(alerts.id, alertId), eq(alerts.householdId, householdId)))
      .orderBy(desc(findings.sequence))
      .limit(LIMITS.alertFindingsMax),
  );
  const [first] = rows;
  if (first === undefined) return null;
  const told = rows.flatMap(({ told: one }) => (one === null ? [] : [one]));
  const oldestFirst = told.toReversed();
  return {
    alert: first.alert,
    findings: oldestFirst.map(({ finding, toldAt }) => ({ finding: finding as Finding, toldAt })),
  };
}
