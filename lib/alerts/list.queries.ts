import { and, eq, gte, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import { alerts } from "../../schema/tables/alert.ts";
import type { AlertKind } from "../../schema/vocabulary.ts";
import type { Place } from "../kernel/cursor.ts";
import type { Db } from "../kernel/db.queries.ts";
import { behind, microsecondsOf } from "../kernel/statements.queries.ts";
import { ALERT_LIMITS } from "./settings.ts";
import type { AlertRecord, AlertStory } from "./shown-alert.ts";

/** For a query over `alerts` under the name `alert`. */
export const ALERT_JSON: SQL = sql`json_build_object(
  'id', alert.id, 'kind', alert.kind, 'subject', alert.subject, 'episode', alert.episode,
  'severity', alert.severity, 'title', alert.title, 'deviceId', alert.device_id, 'sensorId', alert.sensor_id,
  'openedAt', epoch_ms(alert.opened_at), 'closedAt', epoch_ms(alert.closed_at), 'closeReason', alert.close_reason,
  'acknowledgedAt', epoch_ms(alert.acknowledged_at), 'acknowledgedBy', alert.acknowledged_by, 'incidentId', alert.incident_id)`;

/** The name of a person or of somebody outside the home, by their id; a person's address until they say a name. */
export const nameOf = (id: SQL): SQL => sql`coalesce(
  (select coalesce(person.name, person.email) from users person where person.id = ${id}),
  (select outsider.name from home_contacts outsider where outsider.id = ${id}))`;

/** Whether somebody outside the home, under the name `outsider`, has said yes and not stopped it since: only they are called. */
export const MAY_BE_CALLED: SQL = sql`outsider.confirmed_at is not null and outsider.stopped_at is null`;

/** What breaks through everything (`breaksThrough`), of a row of `alerts` named `alert`. */
export const IS_URGENT = sql`(alert.severity = 'critical' or alert.kind = 'leak')`;

/** The state that a row of `alerts` named `alert` follows from. */
export const STATE_OF_ALERT: SQL = sql`alert_states known where known.household_id = alert.household_id
  and known.kind = alert.kind and known.subject = alert.subject`;

/** True of such an alert that has become mild, or better by its newest reading: nobody is called next until it is grave again. */
export const IS_EASING: SQL = sql`exists (
  select from ${STATE_OF_ALERT} and jsonb_typeof(known.state->'closing') = 'object')`;

/** Who has acknowledged `alert`; null for a program. */
export const ACKNOWLEDGER: SQL = nameOf(sql`alert.acknowledged_by`);

/** The last decisions of `alert`, oldest first. */
export const FINDINGS_JSON: SQL = sql`(
  select coalesce(json_agg(json_build_object('finding', recorded.finding, 'notifiedAt', epoch_ms(recorded.notified_at))
    order by recorded.sequence), '[]')
  from (
    select * from findings where findings.alert_id = alert.id
    order by findings.sequence desc limit ${ALERT_LIMITS.alertFindingsMax}) as recorded)`;

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
  const isAsked = and(
    eq(alerts.householdId, householdId),
    behind(after, "newest first", [alerts.openedAt, alerts.id]),
    STATES[state],
    kind === null ? undefined : eq(alerts.kind, kind),
    from === null ? undefined : gte(alerts.openedAt, from),
    to === null ? undefined : lt(alerts.openedAt, to),
  );
  const rows = await db.query<{ alert: AlertRecord; microseconds: string }>(sql`
    select ${ALERT_JSON} as alert, ${microsecondsOf(sql`alert.opened_at`)} as microseconds
    from (select * from alerts where ${isAsked} order by opened_at desc, id desc limit ${limit}::integer) alert
    order by alert.opened_at desc, alert.id desc`);
  return rows.map(({ alert, microseconds }) => ({
    alert,
    place: { atMicroseconds: microseconds, id: alert.id },
  }));
}

/** Reads an alert with its last decisions. Null alike for an unknown one and another household's. */
export async function findAlertStory(
  db: Db,
  householdId: string,
  alertId: string,
): Promise<AlertStory | null> {
  const [row] = await db.query<AlertStory>(sql`
    select ${ALERT_JSON} as alert, ${FINDINGS_JSON} as findings from alerts alert
    where alert.id = ${alertId} and alert.household_id = ${householdId}`);
  return row ?? null;
}
