import { type SQL, sql } from "drizzle-orm";
import type { ShareScope } from "../../schema/vocabulary.ts";
import { type DeviceJson, devicesJson, homeDevice, SHARED_DEVICES } from "../devices/devices.queries.ts";
import type { StoredPlan } from "../history/retention.ts";
import type { Db } from "../kernel/db.queries.ts";
import { byteaText, secretHash } from "../kernel/statements.queries.ts";
import { type SharedHome, sharingPlan, suspendedLinks, type WorkingLink } from "./share-link.ts";

/** A link with the facts that decide if the plan allows it. `links`: the home's working links in creation order. */
type LinkFacts = { linkId: string; name: string; scope: ShareScope; plan: StoredPlan; links: WorkingLink[] };

/** Selects the stored plan of the `households` row named `home`. */
export const STORED_PLAN_JSON = sql`json_build_object('plan', home.plan, 'trialEndsAtMs', epoch_ms(home.trial_ends_at),
  'downgradedAtMs', epoch_ms(home.downgraded_at))`;

/** The condition that a link works at `now`. Expiry changes no row, so it must be compared each time. */
export const worksAt = (link: SQL, now: Date): SQL => sql`${link}.revoked_at is null
  and (${link}.expires_at is null or ${link}.expires_at > ${now.toISOString()}::timestamptz)`;

const linkFacts = (now: Date): SQL => sql`
  link.id as "linkId", link.name, link.scope, ${STORED_PLAN_JSON} as plan,
  (select json_agg(json_build_object('id', other.id, 'scope', other.scope,
      'neverExpires', other.expires_at is null) order by other.created_at, other.id)
    from share_links other where other.household_id = link.household_id and ${worksAt(sql`other`, now)}) as links`;

/**
 * Finds a working link, with `columns` over `share_links` as `link` and `households` as `home`. Null if the link is
 * unknown, revoked, expired or excluded by the home's plan. Our own connections keep the plan of the statement under
 * `name`, since planning takes longer than running it.
 */
export async function findShared<Columns>(db: Db, token: string, now: Date, name: string, columns: SQL) {
  const tokenHash = byteaText(await secretHash(token));
  const [found] = await db("repeatable", (queries) =>
    queries
      .select({
        row: sql<
          LinkFacts & Columns
        >`(select to_json(shown) from (select ${linkFacts(now)}, ${columns}) as shown)`,
      })
      .from(sql`share_links link join households home on home.id = link.household_id`)
      .where(sql`link.token_hash = ${tokenHash}::bytea and ${worksAt(sql`link`, now)}`)
      .prepare(name)
      .execute(),
  );
  if (found === undefined) return null;
  const { linkId, plan, links } = found.row;
  return suspendedLinks(links, sharingPlan(plan, now)).has(linkId) ? null : found.row;
}

/** Finds the home behind a link, in one call. */
export async function findSharedHome(db: Db, token: string, now: Date): Promise<SharedHome | null> {
  const columns = sql`${devicesJson(sql`device.enabled`)} as devices`;
  const link = await findShared<{ devices: DeviceJson[] }>(db, token, now, "shared_home", columns);
  return link && { name: link.name, scope: link.scope, devices: link.devices.map(homeDevice) };
}

/** The condition on `alerts` that excludes alerts about hidden sensors and disabled devices. */
export const SHARED_ALERTS = sql`(alerts.sensor_id is null or exists (
    select from sensors sensor where sensor.id = alerts.sensor_id and sensor.visible))
  and (alerts.device_id is null or exists (
    select from devices device join sensors sensor on sensor.device_id = device.id and sensor.visible
    where device.id = alerts.device_id and device.enabled))`;

/** The conditions for what share links show: nothing of hidden sensors and disabled devices. */
export const SHARED = { devices: SHARED_DEVICES, sensors: sql`sensor.visible`, alerts: SHARED_ALERTS };

export const EVERYTHING = { devices: sql`true`, sensors: sql`true`, alerts: sql`true` };
