import { type SQL, sql } from "drizzle-orm";
import type { Place } from "../kernel/cursor.ts";
import type { Db } from "../kernel/db.queries.ts";
import { behind, dateOf, isoTime, microsecondsOf } from "../kernel/statements.queries.ts";
import { type HeardJson, heardTimes } from "./device-status.ts";
import { type HomeDevice, type HomeSensor, SHOWN_COLUMNS } from "./home-device.ts";

const SENSOR_JSON = sql`json_build_object(
  'id', sensor.id, 'position', sensor.position, 'key', sensor.key, 'label', sensor.label, 'kind', sensor.kind, 'unit', sensor.unit,
  'unitSource', sensor.unit_source,
  'isState', sensor.is_state, 'trueMeans', coalesce(device.contact_true_means, sensor.true_means),
  'visible', sensor.visible,
  'faultyAt', sensor.faulty_at, 'fault', sensor.fault, 'faultySince', sensor.faulty_since,
  'placement', sensor.placement, 'placementGuess', sensor.placement_guess,
  'alertSettings', sensor.alert_settings, 'createdAt', sensor.created_at,
  'value', device.latest_values[sensor.position], 'recordedAt', device.latest_at[sensor.position])`;

/**
 * The arguments of `json_build_object` for `FeedPolls`. `feed` is the alias of `pull_feeds` in the query; it isn't
 * escaped, so it must be a constant of the code.
 */
export const feedPolls = (feed: string): SQL => sql`
  'last_failure', ${sql.raw(feed)}.failure, 'failing_since', ${isoTime(`${feed}.failing_since`)},
  'last_ok_at', ${isoTime(`${feed}.last_ok_at`)},
  'next_poll_at', case when ${sql.raw(feed)}.next_poll_at > 'epoch' then ${isoTime(`${feed}.next_poll_at`)} end`;

const FEED_JSON = sql`(
  select json_build_object('id', feed.id, ${feedPolls("feed")}) from pull_feeds feed where feed.device_id = device.id)`;

/** A device as `deviceJson` selects it: times are text. */
export type DeviceJson = Omit<
  HomeDevice,
  keyof ReturnType<typeof heardTimes> | "chargedAt" | "createdAt" | "sensors"
> &
  HeardJson & {
    chargedAt: string | null;
    createdAt: string;
    sensors: (Omit<HomeSensor, SensorTime> & { [K in SensorTime]: string | null })[];
  };

type SensorTime = "recordedAt" | "faultyAt" | "faultySince" | "createdAt";

type DeviceParts = { sensors?: SQL; feed?: SQL };

const DEVICE_COLUMNS_JSON = sql.raw(SHOWN_COLUMNS.map((name) => `'${name}', device.${name}`).join(", "));

/** Selects a device with its sensors. Use it in a query over `devices` under the name `device`. */
const deviceJson = ({ sensors = sql`true`, feed = sql`null` }: DeviceParts = {}) => sql`json_build_object(
  ${DEVICE_COLUMNS_JSON}, 'number', device.number, 'batteryPct', device.battery_pct, 'lastSeenAt', device.last_seen_at, 'gaps', device.recent_gaps,
  'clockOffsetSeconds', (-round(clock_lag(device.clock_lags, device.clock_lag_gaps)))::integer,
  'chargedPct', device.charged_pct, 'chargedAt', device.charged_at, 'createdAt', device.created_at, 'feed', ${feed},
  'sensors', coalesce((select json_agg(${SENSOR_JSON} order by sensor.position)
    from sensors sensor where sensor.device_id = device.id and ${sensors}), '[]'))`;

/** Selects the devices of the `households` row named `home`, in their order. */
export const devicesJson = (which: SQL, parts?: DeviceParts): SQL => sql`(
  select coalesce(json_agg(${deviceJson(parts)} order by device.created_at, device.id), '[]')
  from devices device where device.household_id = home.id and ${which})`;

/** Selects a device with its sensors and its feed, in a query over `devices` under the name `device`. */
export const LISTED_DEVICE_JSON = deviceJson({ feed: FEED_JSON });

/** The condition for devices that share links show: enabled, with at least one visible sensor. */
export const SHARED_DEVICES = sql`device.enabled and exists (
  select from sensors shown where shown.device_id = device.id and shown.visible)`;

export function homeDevice({ gaps, ...device }: DeviceJson): HomeDevice {
  return {
    ...device,
    ...heardTimes({ ...device, gaps }),
    chargedAt: dateOf(device.chargedAt),
    createdAt: new Date(device.createdAt),
    sensors: device.sensors.map((sensor) => ({
      ...sensor,
      recordedAt: dateOf(sensor.recordedAt),
      faultyAt: dateOf(sensor.faultyAt),
      faultySince: dateOf(sensor.faultySince),
      createdAt: new Date(sensor.createdAt ?? 0),
    })),
  };
}

/** Lists up to `limit` devices after a place, in creation order, each with its own place. */
export async function listDevicePage(
  db: Db,
  { householdId, after, limit }: { householdId: string; after: Place | null; limit: number },
): Promise<{ device: HomeDevice; place: Place }[]> {
  const isAfter = behind(after, "oldest first", [sql`device.created_at`, sql`device.id`]) ?? sql`true`;
  const rows = await db.query<{ place: Place; device: DeviceJson }>(sql`
    select ${LISTED_DEVICE_JSON} as device, json_build_object('id', device.id,
      'atMicroseconds', ${microsecondsOf(sql`device.created_at`)}) as place
    from devices device
    where device.household_id = ${householdId} and ${isAfter}
    order by device.created_at, device.id
    limit ${limit}`);
  return rows.map(({ device, place }) => ({ device: homeDevice(device), place }));
}

/** Returns null both for an unknown device and for another home's. */
export const findDevice = (db: Db, householdId: string, deviceId: string): Promise<HomeDevice | null> =>
  findOne(db, householdId, sql`device.id = ${deviceId}`);

/** Finds the device of a sensor; null if the home has no such sensor. */
export const findDeviceOfSensor = (db: Db, householdId: string, sensorId: string) =>
  findOne(db, householdId, sql`device.id = (select device_id from sensors where id = ${sensorId})`);

async function findOne(db: Db, householdId: string, which: SQL): Promise<HomeDevice | null> {
  const rows = await db.query<{ device: DeviceJson }>(sql`
    select ${LISTED_DEVICE_JSON} as device from devices device
    where ${which} and device.household_id = ${householdId}`);
  return rows[0] === undefined ? null : homeDevice(rows[0].device);
}
