import { type SQL, sql } from "drizzle-orm";
import type { AlertKind } from "../../../schema/vocabulary.ts";
import type { OwnedEpisode } from "../../domain/alerts/end-owned.ts";
import type { Quiet } from "../../domain/alerts/quiet.ts";
import type { Db } from "../db.ts";
import { householdLock } from "../under-lock.ts";
import { changesStatement, type IdentifiedChange } from "./commit-changes.ts";

/**
 * Devices of a household whose alerts are to end; of none nothing does. `sensorIds`: only those about these sensors;
 * absent for all. `keeps`: kinds that go on.
 */
export type Owners = {
  householdId: string;
  deviceIds: string[];
  sensorIds?: string[];
  keeps: readonly AlertKind[];
};

const listed = (ids: readonly string[]): SQL =>
  sql`(select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`;

const ownedOpen = ({ householdId, deviceIds, sensorIds, keeps }: Owners): SQL => sql`
  alerts.household_id = ${householdId} and alerts.closed_at is null and alerts.kind not in ${listed(keeps)}
  and ${sensorIds === undefined ? sql`true` : sql`alerts.sensor_id in ${listed(sensorIds)}`}
  and (alerts.device_id in ${listed(deviceIds)} or alerts.subject in ${listed(deviceIds)}
    or alerts.sensor_id in (select sensor.id from sensors sensor where sensor.device_id in ${listed(deviceIds)}))`;

/** Open episodes, and the household's quiet. */
export type OpenEpisodes = { episodes: OwnedEpisode[]; quiet: Quiet };

/** The open episodes of devices and their sensors; null where the household is not there. */
export const findOwned = (db: Db, owners: Owners): Promise<OpenEpisodes | null> =>
  findEpisodes(db, owners.householdId, ownedOpen(owners));

/** Every open episode of a household; null where it is not there. */
export const findOpen = (db: Db, householdId: string): Promise<OpenEpisodes | null> =>
  findEpisodes(db, householdId, sql`alerts.household_id = ${householdId} and alerts.closed_at is null`);

async function findEpisodes(db: Db, householdId: string, which: SQL): Promise<OpenEpisodes | null> {
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<OpenEpisodes>(sql`
      select household_facts(home.id) -> 'quiet' as quiet, coalesce((
        select jsonb_agg(jsonb_build_object('kind', alerts.kind, 'subject', alerts.subject,
          'version', known.version, 'state', known.state, 'settings', coalesce(last.settings, '{}'),
          'about', jsonb_build_object('title', alerts.title, 'deviceId', alerts.device_id,
            'sensorId', alerts.sensor_id)))
        from alerts
        join alert_states known using (household_id, kind, subject)
        left join lateral (
          select finding -> 'settings' as settings from findings
          where findings.alert_id = alerts.id order by sequence desc limit 1) last on true
        where ${which}), '[]') as episodes
      from households home where home.id = ${householdId}`),
  );
  return rows[0] ?? null;
}

/** The ends of what devices own, to be stored in the commit of what happens to the devices. */
export type Ends = { owners: Owners; changes: IdentifiedChange[]; now: Date };

/** `open`: somebody has opened another alert of theirs meanwhile, and nothing has happened to the devices. */
export type WithEnds<T> = { outcome: "open" } | { outcome: "done"; value: T };

/**
 * Ends alerts and changes their owners, in one commit under the household's lock. The owners are locked, too:
 * an alert of theirs that opens at that moment has either opened before, which `isEnded` sees, or finds them
 * as `statement` has left them.
 */
export async function commitWithEnds<Row extends Record<string, unknown>>(
  db: Db,
  { owners, changes, now }: Ends,
  statement: (isEnded: SQL) => SQL,
): Promise<Row[]> {
  const { householdId, deviceIds } = owners;
  const lock = sql`
    select 1 from devices where household_id = ${householdId} and id in ${listed(deviceIds)} order by id for update`;
  const end = changes.length === 0 ? sql`select 1` : changesStatement([{ householdId, changes, now }]);
  const isEnded = sql`not exists (select from alerts where ${ownedOpen(owners)})`;
  const [, , , { rows }] = await db("once", (queries) =>
    queries.batch([
      queries.execute(householdLock(householdId)),
      queries.execute(lock),
      queries.execute(end),
      queries.execute<Row>(statement(isEnded)),
    ]),
  );
  return rows;
}
