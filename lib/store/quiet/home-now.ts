import { type SQL, sql } from "drizzle-orm";
import { LIMITS } from "../../../schema/limits.ts";
import type { HomeNow, OpenAlert } from "../../domain/quiet/home-status.ts";
import { dateOf } from "../date-of.ts";
import type { Db } from "../db.ts";

type Times = { snoozedUntil: string | null; vacationSince: string | null; vacationUntil: string | null };

/** The home as `HOME_NOW_JSON` writes it: times are text. */
export type HomeNowJson = {
  quiet: Times;
  alerts: (Omit<OpenAlert, "openedAt"> & { openedAt: string })[];
  devices: { enabled: boolean; lastSeenAt: string | null }[];
};

const OPEN_ALERTS: SQL = sql`
  select coalesce(json_agg(json_build_object('id', alert.id, 'kind', alert.kind, 'severity', alert.severity,
    'title', alert.title, 'openedAt', alert.opened_at, 'acknowledged', alert.acknowledged_at is not null)
    order by alert.severity = 'critical' desc, alert.opened_at desc, alert.id), '[]')
  from (
    select * from alerts where alerts.household_id = home.id and alerts.closed_at is null
    order by alerts.severity = 'critical' desc, alerts.opened_at desc, alerts.id
    limit ${LIMITS.statusAlertsMax}) as alert`;

/** For a query over `households` under the name `home`. */
export const HOME_NOW_JSON: SQL = sql`json_build_object(
  'quiet', json_build_object('snoozedUntil', home.snoozed_until, 'vacationSince', home.vacation_since,
    'vacationUntil', home.vacation_until),
  'alerts', (${OPEN_ALERTS}),
  'devices', (
    select coalesce(json_agg(json_build_object('enabled', device.enabled, 'lastSeenAt', device.last_seen_at)), '[]')
    from devices device where device.household_id = home.id))`;

export const homeNow = ({ quiet, alerts, devices }: HomeNowJson): HomeNow => ({
  quiet: {
    snoozedUntil: dateOf(quiet.snoozedUntil),
    vacationSince: dateOf(quiet.vacationSince),
    vacationUntil: dateOf(quiet.vacationUntil),
  },
  alerts: alerts.map((alert) => ({ ...alert, openedAt: new Date(alert.openedAt) })),
  devices: devices.map((device) => ({ ...device, lastSeenAt: dateOf(device.lastSeenAt) })),
});

export async function findHomeNow(db: Db, householdId: string): Promise<HomeNow | null> {
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<{ home: HomeNowJson }>(sql`
      select ${HOME_NOW_JSON} as home from households home where home.id = ${householdId}`),
  );
  return rows[0] === undefined ? null : homeNow(rows[0].home);
}
