import { sql } from "drizzle-orm";
import type { HouseholdUnit, Language } from "../../schema/vocabulary.ts";
import type { Overrides } from "../devices/alert-settings.ts";
import { type DeviceJson, devicesJson, homeDevice } from "../devices/devices.queries.ts";
import type { HomeDevice } from "../devices/home-device.ts";
import type { StoredPlan } from "../history/retention.ts";
import type { Db } from "../kernel/db.queries.ts";
import type { NotificationPreferences } from "../messages/audience/due-finding.ts";
import { STORED_PLAN_JSON } from "../sharing/share-links.queries.ts";
import type { AlertFacts, Period } from "./gather.ts";

export type ReportHome = {
  id: string;
  name: string;
  timeZone: string;
  temperatureUnit: HouseholdUnit;
  place: { latitude: number; longitude: number } | null;
  settings: Overrides;
  createdAtMs: number;
  plan: StoredPlan;
  members: {
    userId: string;
    email: string;
    choices: Partial<NotificationPreferences>;
    language: Language;
    temperatureUnit: HouseholdUnit | null;
  }[];
};

/** Lists the next homes after `afterId` with a device that was online since `heardSince`. */
export async function listReportHomes(
  db: Db,
  { afterId, heardSince, limit }: { afterId: string; heardSince: Date; limit: number },
): Promise<ReportHome[]> {
  return await db.query<ReportHome>(sql`
    select home.id, home.name, home.time_zone as "timeZone", home.temperature_unit as "temperatureUnit",
      home.alert_settings as settings, epoch_ms(home.created_at) as "createdAtMs", ${STORED_PLAN_JSON} as plan,
      case when home.latitude is not null and home.longitude is not null then
        jsonb_build_object('latitude', home.latitude, 'longitude', home.longitude) end as place,
      (select coalesce(jsonb_agg(jsonb_build_object('userId', person.id, 'email', person.email,
          'choices', own.notifications, 'language', person.language,
          'temperatureUnit', person.temperature_unit) order by own.created_at, person.id), '[]')
        from memberships own join users person on person.id = own.user_id
        where own.household_id = home.id) as members
    from households home
    where home.id > ${afterId} and exists (
      select from devices where household_id = home.id
        and last_seen_at >= ${heardSince.toISOString()}::timestamptz)
    order by home.id limit ${limit}`);
}

/** The home's enabled devices with their visible sensors, and the alerts that were open within a period. */
export type HomeFacts = { devices: HomeDevice[]; alerts: AlertFacts[] };

/** Reads a home's devices, and its alerts within a period; null if the home no longer exists. */
export async function findHomeFacts(db: Db, householdId: string, span: Period): Promise<HomeFacts | null> {
  const shown = { sensors: sql`sensor.visible` };
  const [home] = await db.query<{ devices: DeviceJson[]; alerts: AlertFacts[] }>(sql`
    select ${devicesJson(sql`device.enabled`, shown)} as devices,
      (select coalesce(jsonb_agg(jsonb_build_object('kind', alert.kind,
          'subject', case when alert.kind = 'outage' then coalesce(device.name, alert.title) else alert.title end,
          'openedAtMs', epoch_ms(alert.opened_at),
          'closedAtMs', epoch_ms(alert.closed_at)) order by alert.opened_at), '[]')
        from alerts alert left join devices device on device.id = alert.device_id
        where alert.household_id = home.id and epoch_ms(alert.opened_at) < ${span.toMs}::float8
          and (alert.closed_at is null or epoch_ms(alert.closed_at) > ${span.fromMs}::float8)) as alerts
    from households home where home.id = ${householdId}`);
  return home === undefined ? null : { ...home, devices: home.devices.map(homeDevice) };
}
