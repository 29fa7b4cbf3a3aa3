import { type SQL, sql } from "drizzle-orm";
import type { AlertKind } from "../../schema/vocabulary.ts";
import { type Db, householdLock } from "../kernel/db.queries.ts";
import { byteaText } from "../kernel/statements.queries.ts";
import { messageRows } from "../messages/enqueue.queries.ts";
import type { SealedMessage } from "../messages/message.ts";
import { changesStatement, type IdentifiedChange } from "./commit-changes.queries.ts";
import type { OwnedEpisode } from "./decide/decide.ts";
import type { Quiet } from "./quiet/quiet.ts";

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

/** The open episodes of devices and their sensors, or all of a household's; null where the household is not there. */
export async function findOpen(
  db: Db,
  { householdId, ...devices }: Pick<Owners, "householdId"> & Partial<Owners>,
): Promise<OpenEpisodes | null> {
  const { deviceIds, keeps = [] } = devices;
  const which =
    deviceIds === undefined
      ? sql`alerts.household_id = ${householdId} and alerts.closed_at is null`
      : ownedOpen({ ...devices, householdId, deviceIds, keeps });
  const rows = await db.query<OpenEpisodes>(sql`
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
    from households home where home.id = ${householdId}`);
  return rows[0] ?? null;
}

/** What happens to devices at a moment, where their alerts have ended. */
export type WhereEnded = (isEnded: SQL, now: Date) => SQL;

/** The ends of what devices own, to be stored in the commit of what happens to the devices. */
type Ends = { owners: Owners; changes: IdentifiedChange[]; now: Date };

/**
 * Ends alerts and changes their owners, in one commit under the household's lock. The owners are locked, too:
 * an alert of theirs that opens at that moment has either opened before, which `isEnded` sees, or finds them
 * as `statement` has left them. Null where one has opened before, so that nothing has happened to the devices.
 */
export async function commitWithEnds<Row extends Record<string, unknown>>(
  db: Db,
  { owners, changes, now }: Ends,
  statement: WhereEnded,
): Promise<{ row: Row | undefined } | null> {
  const { householdId, deviceIds } = owners;
  const lock = sql`
    select 1 from devices where household_id = ${householdId} and id in ${listed(deviceIds)} order by id for update`;
  const end = changes.length === 0 ? sql`select 1` : changesStatement([{ householdId, changes, now }]);
  const isEnded = sql`not exists (select 1 from alerts where ${ownedOpen(owners)})`;
  const [, , , ended, { rows }] = await db("once", (queries) =>
    queries.batch([
      queries.execute(householdLock(householdId)),
      queries.execute(lock),
      queries.execute(end),
      queries.execute<{ is: boolean }>(sql`select ${isEnded} as is`),
      queries.execute<Row>(statement(isEnded, now)),
    ]),
  );
  return ended.rows[0]?.is === true ? { row: rows[0] } : null;
}

/**
 * Stores which known sensors of a device only reported that they are unplugged, in a refused body, and marks their
 * home as due. An unknown key changes nothing.
 */
export async function noteUnplugged(db: Db, hash: Uint8Array, keys: string[], now: Date): Promise<void> {
  const keyHash = byteaText(hash);
  await db.query(sql`
    with noted as (
      update sensors sensor set faulty_at = least(${now.toISOString()}::timestamptz, clock_timestamp())
      from (
        -- The device before its sensors, as an ingest takes them.
        select id, household_id from devices where ingest_key_hash = ${keyHash}::bytea for no key update) device
      where sensor.device_id = device.id and sensor.faulty_at is null
        and sensor.key in (select jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb))
      returning device.household_id)
    select request_check(household_id) from (select distinct household_id from noted) home`);
}

type Incident = { subject: string; reason: string; messages: SealedMessage[]; at: Date };

/** Those of `subjects` that last, with when they began. */
export async function findOpenIncidents(
  db: Db,
  subjects: string[],
): Promise<{ subject: string; openedAt: Date }[]> {
  const rows = await db.query<{ subject: string; opened: number }>(sql`
    select subject, epoch_ms(opened_at) as opened from incidents
    where closed_at is null
      and subject in (select jsonb_array_elements_text(${JSON.stringify(subjects)}::jsonb))`);
  return rows.map(({ subject, opened }) => ({ subject, openedAt: new Date(opened) }));
}

/**
 * Opens the incident and queues its messages once, however many callers notice it: true for the one that did.
 */
export async function openIncident(db: Db, { subject, reason, messages, at }: Incident): Promise<boolean> {
  const rows = await db.mutate(sql`
    with opened as (
      insert into incidents as incident (subject, opened_at, reason)
      values (${subject}, ${at.toISOString()}::timestamptz, ${reason})
      on conflict (subject) do update
        set opened_at = excluded.opened_at, closed_at = null, reason = excluded.reason
        where incident.closed_at is not null
      returning subject
    ), queued as (${messageRows(messages, at, sql`exists (select from opened)`)})
    select subject from opened`);
  return rows.length > 0;
}

/** Nothing where none is open. */
export async function closeIncident(db: Db, subject: string, at: Date): Promise<void> {
  await db.query(sql`
    update incidents set closed_at = ${at.toISOString()}::timestamptz
    where subject = ${subject} and closed_at is null`);
}
