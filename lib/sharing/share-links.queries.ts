import { type SQL, sql } from "drizzle-orm";
import type { StoredPlan } from "../history/retention.ts";
import type { Db } from "../kernel/db.queries.ts";
import { byteaText, dateOf, secretHash } from "../kernel/statements.queries.ts";
import { sharingPlan, suspendedLinks, type WorkingLink } from "./covered.ts";
import type { SharedHome, SharedSensor } from "./share-link.ts";

/** A link of a household with what its plan says of it: `links` are all that work, in the order of making. */
export type LinkFacts = { linkId: string; plan: StoredPlan; links: WorkingLink[] };

/** `share_links.expires_at` may have passed without a trace in the row. */
export const worksAt = (link: SQL, now: Date): SQL => sql`${link}.revoked_at is null
  and (${link}.expires_at is null or ${link}.expires_at > ${now.toISOString()}::timestamptz)`;

/** The columns of `LinkFacts`, for a query over `share_links` as `link` and `households` as `home`. */
export const linkFacts = (now: Date): SQL => sql`
  link.id as "linkId",
  json_build_object('plan', home.plan, 'trialEndsAtMs', epoch_ms(home.trial_ends_at),
    'downgradedAtMs', epoch_ms(home.downgraded_at)) as plan,
  (select json_agg(json_build_object('id', other.id, 'scope', other.scope,
      'neverExpires', other.expires_at is null) order by other.created_at, other.id)
    from share_links other where other.household_id = link.household_id and ${worksAt(sql`other`, now)}) as links`;

/** False where the home's plan no longer covers the link: it answers as if it were not there. */
export const isCovered = ({ linkId, plan, links }: LinkFacts, now: Date): boolean =>
  !suspendedLinks(links, sharingPlan(plan, now)).has(linkId);

type Row = Omit<SharedHome, "sensors"> &
  LinkFacts & {
    sensors: (Omit<SharedSensor, "recordedAt"> & { recordedAt: string | null })[];
  };

/** What a link shows now, in one call; null alike for an unknown, revoked, expired and suspended one. */
export async function findSharedHome(db: Db, token: string, now: Date): Promise<SharedHome | null> {
  const tokenHash = byteaText(await secretHash(token));
  const rows = await db.query<Row>(sql`
    select ${linkFacts(now)}, link.name, link.scope, coalesce(json_agg(json_build_object(
      'sensorId', sensor.id, 'key', sensor.key, 'label', sensor.label, 'kind', sensor.kind, 'unit', sensor.unit,
      'unitAssumed', sensor.unit_source is not distinct from 'assumed', 'isState', sensor.is_state, 'trueMeans', coalesce(device.contact_true_means, sensor.true_means), 'deviceNumber', device.number, 'position', sensor.position,
      'device', device.name, 'space', device.space,
      'value', device.latest_values[sensor.position],
      'recordedAt', to_json(device.latest_at[sensor.position])
    ) order by device.created_at, device.id, sensor.position) filter (where sensor.visible), '[]') as sensors,
      coalesce(json_agg(json_build_object('key', sensor.key, 'kind', sensor.kind, 'deviceNumber', device.number,
        'position', sensor.position)) filter (where not sensor.visible), '[]') as hidden
    from share_links link join households home on home.id = link.household_id
    left join devices device on device.household_id = link.household_id and device.enabled
    left join sensors sensor on sensor.device_id = device.id
    where link.token_hash = ${tokenHash}::bytea and ${worksAt(sql`link`, now)}
    group by link.id, home.id`);
  const link = rows[0];
  if (link === undefined || !isCovered(link, now)) return null;
  const { name, scope, hidden } = link;
  const sensors = link.sensors.map((sensor) => ({
    ...sensor,
    recordedAt: dateOf(sensor.recordedAt),
  }));
  return { name, scope, hidden, sensors };
}

/** For a query over `alerts`: no alert that is about a hidden sensor or a disabled device. */
export const SHARED_ALERTS: SQL = sql`(alerts.sensor_id is null or exists (
    select from sensors sensor where sensor.id = alerts.sensor_id and sensor.visible))
  and (alerts.device_id is null or exists (
    select from devices device join sensors sensor on sensor.device_id = device.id and sensor.visible
    where device.id = alerts.device_id and device.enabled))`;
