import { type SQL, sql } from "drizzle-orm";
import { sessions } from "../../../schema/tables/sign-in.ts";
import { ID_PREFIXES } from "../../../schema/vocabulary.ts";
import { ACKNOWLEDGER } from "../../alerts/alerts.queries.ts";
import { QUIET_LIMITS } from "../../alerts/quiet/quiet.ts";
import { USUAL_INTERVAL_MINUTES } from "../../devices/device-status.ts";
import { type DeviceJson, devicesJson, homeDevice } from "../../devices/devices.queries.ts";
import { asMeant } from "../../devices/sensor.ts";
import { BUCKET_MS, bucketStart } from "../../history/buckets.ts";
import { lastDayParts } from "../../history/read-buckets.queries.ts";
import type { Db } from "../../kernel/db.queries.ts";
import { dateOf } from "../../kernel/statements.queries.ts";
import { DAY_MS } from "../../kernel/time.ts";
import { homeFacts, OWN_HOMES_JSON, type OwnHomeJson } from "../../people/households.queries.ts";
import { findSessionWith, sessionBeside } from "../../people/sessions.queries.ts";
import { changedAtMs, hourBeforeJson } from "../../readings/shown.queries.ts";
import { EVERYTHING, SHARED } from "../share-links.queries.ts";
import { type DrawnDayJson, STATE_DAYS_MAX } from "./cards.ts";
import { type PageHome, wetFirst } from "./page-home.ts";

type Text<T, K extends keyof T> = Omit<T, K> & { [Key in K]: string | null };

/** The home as `homePageJson` selects it: times are text. */
export type HomePageJson = Omit<
  Text<PageHome, "snoozedUntil" | "vacationSince" | "vacationUntil">,
  "devices"
> & { devices: DeviceJson[] };

type Which = typeof EVERYTHING & { acknowledger: SQL; outdoor: SQL };

/** Orders critical before warning, then water first (it does its damage now), then the newest. */
const urgentFirst = (alert: SQL): SQL =>
  sql`${alert}.severity = 'critical' desc, ${alert}.kind = 'leak' desc, ${alert}.opened_at desc, ${alert}.title, ${alert}.id`;

/** True if somebody else gave the alert to the member who has it now, and who may not have answered yet. */
const IS_ASSIGNED = sql`exists (
  select from activity where activity.household_id = alert.household_id and activity.action = 'alert_handed_over'
    and activity.at >= alert.acknowledged_at and activity.subject = alert.id
    and activity.actor_id is distinct from alert.acknowledged_by)`;

/** Selects the open alerts, the most urgent first. */
const alertsJson = ({ alerts: which, acknowledger }: Which): SQL => sql`(
  select coalesce(json_agg(json_build_object('id', alert.id, 'kind', alert.kind, 'severity', alert.severity,
    'title', alert.title, 'deviceId', alert.device_id, 'sensorId', alert.sensor_id, 'openedAt', epoch_ms(alert.opened_at),
    'acknowledgedAt', epoch_ms(alert.acknowledged_at), 'acknowledger', ${acknowledger},
    'isTakenOutside', coalesce(starts_with(alert.acknowledged_by, ${`${ID_PREFIXES.homeContact}_`}), false),
    'isAssigned', ${IS_ASSIGNED},
    'evidence', last.finding->'evidence', 'limit', last.finding->'limit')
    order by ${urgentFirst(sql`alert`)}), '[]')
  from (
    select * from alerts where alerts.household_id = home.id and alerts.closed_at is null and ${which}
    order by ${urgentFirst(sql`alerts`)}
    limit ${QUIET_LIMITS.statusAlertsMax}) as alert
  left join lateral (
    select recorded.finding from findings recorded where recorded.alert_id = alert.id
    order by recorded.sequence desc limit 1) as last on true)`;

const OUTDOOR = sql`(select due_check.outdoor from household_checks due_check where due_check.household_id = home.id)`;

const WHICH: { everything: Which; neighbor: Which; shared: Which } = {
  everything: { ...EVERYTHING, acknowledger: ACKNOWLEDGER, outdoor: OUTDOOR },
  // Only the home's own members may see a member's address.
  neighbor: { ...EVERYTHING, acknowledger: sql`null`, outdoor: OUTDOOR },
  // The outdoor temperature reveals the home's location, so share links don't show it.
  shared: { ...SHARED, acknowledger: sql`null`, outdoor: sql`null` },
};

/** Selects a home's page. Use it in a query over `households` under the name `home`. */
export const homePageJson = (which: keyof typeof WHICH): SQL => sql`json_build_object(
  'name', home.name, 'timeZone', home.time_zone, 'temperatureUnit', home.temperature_unit,
  'alertSettings', home.alert_settings, 'snoozedUntil', home.snoozed_until,
  'vacationSince', home.vacation_since, 'vacationUntil', home.vacation_until, 'rooms', home.rooms,
  'hasPlace', home.latitude is not null, 'outdoor', ${WHICH[which].outdoor},
  'devices', ${devicesJson(WHICH[which].devices, WHICH[which])}, 'alerts', ${alertsJson(WHICH[which])})`;

/** Selects the whole page for the home's own members: one row with `home`, or none. */
export const homeQuery = (householdId: string): SQL => sql`
  select ${homePageJson("everything")} as home from households home where home.id = ${householdId}`;

export async function findHomePage(db: Db, householdId: string): Promise<PageHome | null> {
  const rows = await db.query<{ home: HomePageJson }>(homeQuery(householdId));
  return rows[0] === undefined ? null : pageHome(rows[0].home);
}

/** Caches a page's statement, whose text is the same for a quarter hour. `write` gets the quarter's last moment. */
export function byQuarter<T>(write: (now: Date) => T): (now: Date) => T {
  let kept: { quarter: number; written: T } | null = null;
  return (now) => {
    const quarter = bucketStart("15m", now.getTime());
    if (kept?.quarter !== quarter)
      kept = { quarter, written: write(new Date(quarter + BUCKET_MS["15m"] - 1)) };
    return kept.written;
  };
}

/** Selects the last UTC day on which a state was on, if the tier of days still has one. */
const lastOnDay = (now: Date): SQL => sql`case when sensor.is_state then (
  select max(kept.bucket) from history_1d kept
  where kept.device_number = device.number and kept.position = sensor.position
    and kept.bucket > ${Math.floor(now.getTime() / DAY_MS) - STATE_DAYS_MAX}::integer
    and case when sensor.kind = 'door' and coalesce(device.contact_true_means, sensor.true_means) = 'closed'
      then coalesce(kept.low, kept.mean) < 1 else coalesce(kept.high, kept.mean) > 0 end) end`;

const DRAWN = sql`devices device join sensors sensor on sensor.device_id = device.id
  where device.household_id = home.id and device.enabled and sensor.visible`;

/**
 * The most readings of a day that a page aggregates, by the usual gaps of the devices. A home may have thousands of
 * sensors, and a device may post every second: the cards of further sensors have no line.
 */
const DRAWN_READINGS_MAX = 500_000;
const DAY_SECONDS = DAY_MS / 1_000;

const DRAWN_PLACES = sql`
  select "sensorId", "deviceNumber", position from (
    select sensor.id as "sensorId", device.number as "deviceNumber", sensor.position,
      sum(${DAY_SECONDS} / greatest(1, coalesce(
        (select avg(gap) from unnest(device.recent_gaps) gap), ${USUAL_INTERVAL_MINUTES * 60})))
        over (order by device.number, sensor.position) as readings
    from ${DRAWN}) drawn where readings <= ${DRAWN_READINGS_MAX}::integer`;

/** Selects the data of the home's cards. Use it in a query over `households` under the name `home`. */
export const drawnDayJson = (now: Date): SQL<DrawnDayJson> => sql`json_build_object(
  'quarters', ${lastDayParts(DRAWN_PLACES, now)},
  'moments', (
    select coalesce(json_object_agg(sensor.id, json_build_object(
      'lastOnDay', ${lastOnDay(now)}, 'changedAt', case when sensor.is_state then ${changedAtMs(now)} end,
      'hourBefore', case when not sensor.is_state
        then ${hourBeforeJson(sql`device.latest_at[sensor.position]`)} end)), '{}')
    from ${DRAWN}))`;

export function pageHome({ devices: told, alerts, ...home }: HomePageJson): PageHome {
  const devices = told.map(homeDevice).map((each) => ({ ...each, sensors: each.sensors.map(asMeant) }));
  return {
    ...home,
    snoozedUntil: dateOf(home.snoozedUntil),
    vacationSince: dateOf(home.vacationSince),
    vacationUntil: dateOf(home.vacationUntil),
    devices,
    alerts: wetFirst(alerts, devices),
  };
}

type OwnPageJson = { homes: OwnHomeJson[]; home: HomePageJson; lastDay: DrawnDayJson };

const ownPage = byQuarter((now) =>
  sessionBeside(
    "own_page",
    sql<OwnPageJson>`(
    select json_build_object('homes', ${OWN_HOMES_JSON}, 'home', ${homePageJson("everything")},
      'lastDay', ${drawnDayJson(now)})
    from households home where home.id = ${sessions.householdId})`,
  ),
);

/** Finds a session and everything on its home's page, in one call. */
export async function findOwnPage(db: Db, token: string, now: Date) {
  const found = await findSessionWith(db, ownPage(now), token, now);
  if (found === null) return null;
  const { beside: told, ...session } = found;
  return {
    session,
    facts: homeFacts(told.homes, session.householdId),
    home: pageHome(told.home),
    lastDay: told.lastDay,
  };
}
