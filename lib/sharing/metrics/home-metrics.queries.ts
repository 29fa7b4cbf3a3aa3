import { type SQL, sql } from "drizzle-orm";
import type { AlertKind } from "../../../schema/vocabulary.ts";
import type { Quiet } from "../../alerts/quiet/quiet.ts";
import { type DeviceJson, devicesJson, homeDevice } from "../../devices/devices.queries.ts";
import type { HomeDevice } from "../../devices/home-device.ts";
import type { Db } from "../../kernel/db.queries.ts";
import { EVERYTHING, findShared, SHARED } from "../share-links.queries.ts";

/** The hours until freezing that were estimated at `at` (epoch milliseconds). */
type FreezeEstimate = { deviceId: string; sensorId: string; hours: number; at: number };

export type HomeNumbers = {
  devices: HomeDevice[];
  activeAlerts: Partial<Record<AlertKind, number>>;
  criticalAlerts: Partial<Record<AlertKind, number>>;
  freezing: FreezeEstimate[];
  /** Null for share links, whose holders must not learn that nobody is home. */
  quiet: Quiet | null;
};

type Row = Omit<HomeNumbers, "devices"> & { devices: DeviceJson[] };

const QUIET = sql`json_build_object('snoozedUntil', epoch_ms(home.snoozed_until), 'vacation',
  case when home.vacation_since is not null then json_build_object('until', epoch_ms(home.vacation_until)) end)`;

const openAlerts = (which: SQL): SQL => sql`coalesce((select json_object_agg(open.kind, open.alerts) from (
    select kind, count(*) as alerts from alerts
    where alerts.household_id = home.id and alerts.closed_at is null and ${which} group by kind) open), '{}')`;

const numbersOf = ({ devices, sensors, alerts }: typeof EVERYTHING, quiet: SQL) => sql`json_build_object(
  'devices', ${devicesJson(devices, { sensors })},
  'activeAlerts', ${openAlerts(alerts)},
  'criticalAlerts', ${openAlerts(sql`alerts.severity = 'critical' and ${alerts}`)},
  'freezing', coalesce((select json_agg(json_build_object(
      'deviceId', state.state #>> '{peak,evidence,deviceId}', 'sensorId', state.subject,
      'hours', (state.state #>> '{peak,evidence,value}')::float8,
      'at', (state.state #>> '{peak,evidence,at}')::float8))
    from alert_states state where state.household_id = home.id and state.kind = 'time_to_freeze'
      and (state.state ->> 'open')::boolean), '[]'),
  'quiet', ${quiet})`;

/** Finds everything that a scrape shows, in one call. */
export async function findHomeNumbers(db: Db, householdId: string): Promise<HomeNumbers | null> {
  const [found] = await db.query<{ numbers: Row }>(sql`
    select ${numbersOf(EVERYTHING, QUIET)} as numbers from households home where home.id = ${householdId}`);
  return numbers(found?.numbers ?? null);
}

/** Like `findHomeNumbers` for a link of scope `metrics`, without hidden sensors. Null for any other token. */
export async function findSharedNumbers(db: Db, token: string, now: Date): Promise<HomeNumbers | null> {
  const columns = sql`case when link.scope = 'metrics' then ${numbersOf(SHARED, sql`null`)} end as numbers`;
  const found = await findShared<{ numbers: Row | null }>(db, token, now, "shared_numbers", columns);
  return numbers(found?.numbers ?? null);
}

const numbers = (row: Row | null): HomeNumbers | null =>
  row && { ...row, devices: row.devices.map(homeDevice) };
