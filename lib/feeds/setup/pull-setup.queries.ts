import { type SQL, sql } from "drizzle-orm";
import { feedPolls } from "../../devices/devices.queries.ts";
import { DEVICE_LIMITS } from "../../devices/limits.ts";
import { type Db, householdLock, underLock } from "../../kernel/db.queries.ts";
import { originOf } from "../../kernel/judge-url.ts";
import { logFrom } from "../../people/activity.queries.ts";
import type { ActivityEntry } from "../../people/activity.ts";
import type { PlannedFeed, SetupPlan, StoredFeed, StoredSetup } from "./setup.ts";

/** The fingerprint covers everything that a save can change, and nothing that a poll changes. */
const fingerprint = (householdId: string): SQL => sql`(
  select md5(coalesce(string_agg(setup.kept, '|' order by setup.kept), '')) from (
    select row(feed.id, feed.device_id, feed.name, feed.url, feed.sealed_url, feed.enabled, feed.json_root)::text as kept
    from pull_feeds feed where feed.household_id = ${householdId}
    union all select probe::text from probes probe where probe.household_id = ${householdId}) setup)`;

const deviceCount = (householdId: string): SQL =>
  sql`(select count(*)::integer from devices where household_id = ${householdId})`;

/** The setup as stored in the database: it isn't known if an encrypted URL can still be decrypted. */
type KeptSetup = Omit<StoredSetup, "feeds"> & {
  feeds: Omit<StoredFeed, "isUrlLost" | "request">[];
};

/** Loads the home's feeds and probes in one call. Sealed URLs stay sealed. */
export async function loadPullSetup(db: Db, householdId: string): Promise<KeptSetup> {
  const rows = await db.query<KeptSetup>(sql`
    select ${fingerprint(householdId)} as fingerprint, ${deviceCount(householdId)} as "deviceCount",
      (select coalesce(json_agg(json_build_object('id', id, 'name', name, 'url', url, 'sealedUrl', sealed_url,
        'enabled', enabled, 'jsonRoot', json_root, 'deviceId', device_id, 'polls', json_build_object(${feedPolls("pull_feeds")})) order by created_at, id), '[]')
      from pull_feeds where household_id = ${householdId}) as feeds,
      (select coalesce(json_agg(json_build_object('id', id, 'feedId', feed_id, 'key', key, 'label', label,
        'visible', visible) order by feed_id, key), '[]')
      from probes where household_id = ${householdId}) as probes`);
  return rows[0] ?? { feeds: [], probes: [], deviceCount: 0, fingerprint: "" };
}

/** Writes a plan, or returns false if the setup's fingerprint is no longer `plannedFor`. All feeds must be sealed. */
export async function storePullSetup(db: Db, plan: SetupPlan, plannedFor: string, entry: ActivityEntry) {
  const { householdId } = entry;
  const statement = sql`
    with ready as (
      select 1 where ${fingerprint(householdId)} = ${plannedFor} and ${deviceCount(householdId)}
        + ${plan.feeds.filter(({ isNew }) => isNew).length}::integer <= ${DEVICE_LIMITS.householdDevicesMax}::integer),
    ${saveFeeds(plan, entry)},
    ${saveProbes(plan, householdId)},
    ${movedBy(householdId)},
    logged as (${logFrom("moved", entry)})
    select exists (select from ready) as saved`;
  const row = await underLock<{ saved: boolean }>(db, householdLock(householdId), statement);
  return row?.saved === true;
}

/** Returns the row of a feed. Its plain `url` column contains only the origin. */
function keptFeed(feed: PlannedFeed) {
  if (feed.sealedUrl === null) throw new Error("a feed's URL was to be stored in clear");
  const { request: _, ...row } = feed;
  return { ...row, url: originOf(feed.url) };
}

/** CTEs that save feeds and their devices, which take over the feed's name and `enabled`. */
const saveFeeds = (plan: SetupPlan, { householdId, at }: ActivityEntry): SQL => sql`
  wish as (
    select wish.* from ready, jsonb_to_recordset(${JSON.stringify(plan.feeds.map(keptFeed))}::jsonb) as wish (
      id text, name text, url text, "sealedUrl" text, enabled boolean, "jsonRoot" text, "deviceId" text, "isNew" boolean)),
  device_made as (
    insert into devices (id, household_id, type, name, space, enabled, created_at)
    select "deviceId", ${householdId}, 'pull', name, '', enabled, ${at.toISOString()}::timestamptz
    from wish where "isNew"),
  device_changed as (
    update devices device set name = wish.name, enabled = wish.enabled from wish
    where device.id = wish."deviceId" and device.household_id = ${householdId} and not wish."isNew"),
  feed_saved as (
    insert into pull_feeds (household_id, id, device_id, name, url, sealed_url, enabled, json_root, created_at, updated_at)
    select ${householdId}, id, "deviceId", name, url, "sealedUrl", enabled, "jsonRoot", ${at.toISOString()}::timestamptz,
      ${at.toISOString()}::timestamptz
    from wish
    on conflict (household_id, id) do update set name = excluded.name, url = excluded.url,
      sealed_url = excluded.sealed_url, enabled = excluded.enabled, json_root = excluded.json_root, updated_at = excluded.updated_at)`;

/** CTEs that save probes. An existing sensor takes over the label and visibility that the request names. */
const saveProbes = (plan: SetupPlan, householdId: string): SQL => sql`
  probe as (
    select probe.* from ready, jsonb_to_recordset(${JSON.stringify(plan.probes)}::jsonb) as probe (
      id text, "feedId" text, key text, label text, visible boolean, "sensorLabel" text,
      "sensorVisible" boolean)),
  probe_saved as (
    insert into probes (household_id, id, feed_id, key, label, visible)
    select ${householdId}, id, "feedId", key, label, visible from probe
    on conflict (household_id, id) do update set feed_id = excluded.feed_id, key = excluded.key,
      label = excluded.label, visible = excluded.visible),
  sensor_changed as (
    update sensors sensor set label = coalesce(probe."sensorLabel", sensor.label),
      visible = coalesce(probe."sensorVisible", sensor.visible)
    from probe join pull_feeds feed on feed.household_id = ${householdId} and feed.id = probe."feedId"
    where sensor.device_id = feed.device_id and sensor.key = probe.key)`;

/** The CTE `moved`: one row if the statement changes a feed, a probe or its sensor. */
const movedBy = (householdId: string): SQL => sql`
  moved as (
    select 1 where exists (
      select 1 from wish left join pull_feeds feed on feed.household_id = ${householdId} and feed.id = wish.id
      where (feed.name, feed.sealed_url, feed.enabled, feed.json_root)
        is distinct from (wish.name, wish."sealedUrl", wish.enabled, wish."jsonRoot"))
    or exists (
      select 1 from probe left join probes known on known.household_id = ${householdId} and known.id = probe.id
      where (known.feed_id, known.key, known.label, known.visible)
        is distinct from (probe."feedId", probe.key, probe.label, probe.visible))
    or exists (
      select 1 from probe join pull_feeds feed on feed.household_id = ${householdId} and feed.id = probe."feedId"
      join sensors sensor on sensor.device_id = feed.device_id and sensor.key = probe.key
      where (sensor.label, sensor.visible) is distinct from
        (coalesce(probe."sensorLabel", sensor.label), coalesce(probe."sensorVisible", sensor.visible))))`;
