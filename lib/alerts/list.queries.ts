import { and, desc, eq, gte, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import { alerts, findings } from "../../schema/tables/alert.ts";
import type { AlertKind, Role } from "../../schema/vocabulary.ts";
import type { Place } from "../kernel/cursor.ts";
import type { Db } from "../kernel/db.queries.ts";
import { behind, byteaText, dateOf, microsecondsOf, secretHash } from "../kernel/statements.queries.ts";
import type { Finding } from "./finding.ts";
import { ALERT_LIMITS } from "./limits.ts";
import type { AlertRecord, AlertStory } from "./shown-alert.ts";

/** An alert as `ALERT_JSON` writes it: times are text. */
export type AlertJson = Omit<AlertRecord, "openedAt" | "closedAt" | "acknowledgedAt"> & {
  openedAt: string;
  closedAt: string | null;
  acknowledgedAt: string | null;
};

/** For a query over `alerts` under the name `alert`. */
export const ALERT_JSON: SQL = sql`json_build_object(
  'id', alert.id, 'kind', alert.kind, 'subject', alert.subject, 'episode', alert.episode,
  'severity', alert.severity, 'title', alert.title, 'deviceId', alert.device_id, 'sensorId', alert.sensor_id,
  'openedAt', alert.opened_at, 'closedAt', alert.closed_at, 'closeReason', alert.close_reason,
  'acknowledgedAt', alert.acknowledged_at, 'acknowledgedBy', alert.acknowledged_by, 'incidentId', alert.incident_id)`;

/** Who has acknowledged `alert`: a name or an address, the name of somebody outside the home, or null. */
export const ACKNOWLEDGER: SQL = sql`coalesce(
  (select coalesce(person.name, person.email) from users person where person.id = alert.acknowledged_by),
  (select outsider.name from home_contacts outsider where outsider.id = alert.acknowledged_by
    and outsider.household_id = alert.household_id))`;

export const alertRecord = (alert: AlertJson): AlertRecord => ({
  ...alert,
  openedAt: new Date(alert.openedAt),
  closedAt: dateOf(alert.closedAt),
  acknowledgedAt: dateOf(alert.acknowledgedAt),
});

/** The columns of an `AlertRecord`. */
export const ALERT = {
  id: alerts.id,
  kind: alerts.kind,
  subject: alerts.subject,
  episode: alerts.episode,
  severity: alerts.severity,
  title: alerts.title,
  deviceId: alerts.deviceId,
  sensorId: alerts.sensorId,
  openedAt: alerts.openedAt,
  closedAt: alerts.closedAt,
  closeReason: alerts.closeReason,
  acknowledgedAt: alerts.acknowledgedAt,
  acknowledgedBy: alerts.acknowledgedBy,
  incidentId: alerts.incidentId,
};

/** What a message's link opens, for the person that the message was written to, with their role of today. */
export type OpenedLink = {
  householdId: string;
  homeName: string;
  userId: string;
  role: Role;
  /** In the order of the message: the worst first. */
  alerts: AlertRecord[];
};

type Row = { household_id: string; home_name: string; user_id: string; role: Role; alerts: AlertJson[] };

/** Null for an unknown or expired link, and for somebody who is no longer a member of the home. */
export async function findAlertLink(db: Db, token: string, now: Date): Promise<OpenedLink | null> {
  const hash = byteaText(await secretHash(token));
  const rows = await db.query<Row>(sql`
    select home.id as household_id, home.name as home_name, link.user_id, member.role,
      (select coalesce(json_agg(${ALERT_JSON} order by array_position(link.alert_ids, alert.id)), '[]')
        from alerts alert where alert.id = any(link.alert_ids) and alert.household_id = home.id) as alerts
    from alert_links link join households home on home.id = link.household_id
    join memberships member on member.household_id = home.id and member.user_id = link.user_id
    where link.token_hash = ${hash}::bytea and link.expires_at > ${now.toISOString()}::timestamptz`);
  const [row] = rows;
  if (row === undefined) return null;
  const { household_id: householdId, home_name: homeName, user_id: userId, role, alerts } = row;
  return { householdId, homeName, userId, role, alerts: alerts.map(alertRecord) };
}

/** What is null is not asked for. */
type AlertPage = {
  householdId: string;
  state: "open" | "closed" | "all";
  kind: AlertKind | null;
  from: Date | null;
  to: Date | null;
  after: Place | null;
  limit: number;
};

/** An episode and its place in the household's order: newest opening first. */
type PlacedAlert = { alert: AlertRecord; place: Place };

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
      .select({ alert: ALERT, recorded: { finding: findings.finding, notifiedAt: findings.notifiedAt } })
      .from(alerts)
      .leftJoin(findings, eq(findings.alertId, alerts.id))
      .where(and(eq(alerts.id, alertId), eq(alerts.householdId, householdId)))
      .orderBy(desc(findings.sequence))
      .limit(ALERT_LIMITS.alertFindingsMax),
  );
  const [first] = rows;
  if (first === undefined) return null;
  const recorded = rows.flatMap(({ recorded: one }) => (one === null ? [] : [one]));
  const oldestFirst = recorded.toReversed();
  return {
    alert: first.alert,
    findings: oldestFirst.map(({ finding, notifiedAt }) => ({ finding: finding as Finding, notifiedAt })),
  };
}
