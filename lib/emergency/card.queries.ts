import { and, eq, inArray, lte, type SQL, sql } from "drizzle-orm";
import { cardPhotos, emergencyCards, removedObjects } from "../../schema/tables/emergency.ts";
import type { Channel } from "../../schema/vocabulary.ts";
import type { CardContent } from "../../schema/wire/account/emergency.ts";
import { type Db, householdLock, underLock } from "../kernel/db.queries.ts";
import { insertSelect, isoTime } from "../kernel/statements.queries.ts";
import { addLogged, logFrom, removeLogged } from "../people/activity.queries.ts";
import type { ActivityEntry } from "../people/activity.ts";
import type { CardFacts, CardPhoto, CoverageFacts } from "./card.ts";

/** A temperature sensor that has reported this value or a lower one has shown that it measures cold. */
const COLD = { C: 10, F: 50 } as const;
const SENSORS_MAX = 500;
const RECENT_HOURS = 24;
const UNHEARD_MAX = 20;

/** SQL for a household's card and its photos, oldest photo first. */
export const cardJson = (household: SQL | string): SQL<CardFacts> => sql`json_build_object(
  'stored', (select kept from (select card, is_shared as "isShared", version
    from emergency_cards where household_id = ${household}) kept),
  'photos', (select coalesce(json_agg(kept), '[]') from (select id, place, type, bytes, width, height
    from card_photos where household_id = ${household} order by created_at, id) kept))`;

export async function findCard(db: Db, householdId: string): Promise<CardFacts> {
  const rows = await db.query<{ card: CardFacts }>(sql`select ${cardJson(householdId)} as card`);
  return rows[0]?.card ?? { stored: null, photos: [] };
}

type CardWish = { card: CardContent; isShared: boolean; version: number | null };

/** Saves the card and returns true, or returns false if `version` is not null and no longer the stored one. */
export async function saveCard(db: Db, entry: ActivityEntry, { card, isShared, version }: CardWish) {
  const row = await underLock<{ saved: boolean }>(
    db,
    householdLock(entry.householdId),
    sql`
      with now_there as (
        select coalesce((select version from emergency_cards where household_id = ${entry.householdId}), 0) as version),
      saved as (${insertSelect(
        emergencyCards,
        { householdId: entry.householdId, card, isShared, version: sql`version + 1`, updatedAt: entry.at },
        sql`from now_there where version = coalesce(${version}::integer, version)
          on conflict (household_id) do update set card = excluded.card, is_shared = excluded.is_shared,
            version = excluded.version, updated_at = excluded.updated_at
          returning household_id`,
      )}),
      logged as (${logFrom("saved", entry)})
      select exists (select from saved) as saved`,
  );
  return row?.saved ?? false;
}

/** Marks the file under `key`, which is about to be stored, for deletion at `removedAt`, unless `addPhoto` keeps it. */
export async function announceObject(db: Db, key: string, removedAt: Date): Promise<void> {
  await db("repeatable", (queries) =>
    queries.insert(removedObjects).values({ key, removedAt }).onConflictDoNothing(),
  );
}

/** Adds the photo and unmarks its file under `key`, or returns false if the home already has `max` photos. */
export const addPhoto = (
  db: Db,
  entry: ActivityEntry,
  { key, ...photo }: CardPhoto & { key: string },
  max: number,
): Promise<boolean> => {
  const beside = sql`delete from removed_objects where removed_objects.key = ${key} and exists (select from changed)`;
  return addLogged(db, cardPhotos, photo, { max, entry, beside });
};

/** Deletes the photo, or returns false if the home has no such photo. A trigger marks its file for deletion. */
export const deletePhoto = (db: Db, entry: ActivityEntry<string>): Promise<boolean> =>
  removeLogged(db, cardPhotos, entry);

/** Returns the type of a home's photo, or null if the photo is unknown or another home's. */
export async function findPhotoType(db: Db, householdId: string, id: string) {
  const [photo = null] = await db("repeatable", (queries) =>
    queries
      .select({ type: cardPhotos.type })
      .from(cardPhotos)
      .where(and(eq(cardPhotos.id, id), eq(cardPhotos.householdId, householdId))),
  );
  return photo;
}

/** Lists the keys of files that were to be deleted at `by` or earlier, oldest first. */
export async function listRemovedObjects(db: Db, by: Date, limit: number): Promise<string[]> {
  const rows = await db("repeatable", (queries) =>
    queries
      .select({ key: removedObjects.key })
      .from(removedObjects)
      .where(lte(removedObjects.removedAt, by))
      .orderBy(removedObjects.removedAt)
      .limit(limit),
  );
  return rows.map(({ key }) => key);
}

export async function forgetObjects(db: Db, keys: string[]): Promise<void> {
  await db("repeatable", (queries) =>
    queries.delete(removedObjects).where(inArray(removedObjects.key, keys)),
  );
}

type StoredPerson = Omit<CoverageFacts["people"][number], "channels"> & {
  channels: { channel: Channel; address: string; provenAt: string | null }[];
};
type Row = Omit<CoverageFacts, "people"> & { people: StoredPerson[] };

/** SQL for: this value of the sensor `own` shows that it measures water, or cold. */
const shows = (value: string): SQL => sql`(case own.kind when 'flood' then ${sql.raw(value)} >= 1
  else ${sql.raw(value)} <= case own.unit when '°C' then ${COLD.C}::float8 else ${COLD.F}::float8 end end)`;

/** Reads all facts in one call. Past wet and cold values come from alerts and from the daily history, kept for ever. */
export async function findCoverage(db: Db, householdId: string, now: Date): Promise<Row> {
  const rows = await db.query<Row>(sql`
    with own as (
      select sensor.id, sensor.label, sensor.kind, sensor.unit, sensor.position, device.number, device.id as device_id,
        device.space, device.latest_at[sensor.position] as latest_at,
        device.latest_values[sensor.position] as latest, device.last_seen_at
      from devices device join sensors sensor on sensor.device_id = device.id
      where device.household_id = ${householdId} and device.enabled and sensor.kind in ('temperature', 'flood')
      order by device.space, sensor.id limit ${SENSORS_MAX}),
    -- When each sensor last reported water or cold: now, on a past day, or by an alert.
    alarmed as (
      select own.id, case when ${shows("own.latest")} then own.latest_at end as now_at, (
        select to_timestamp(max(day.bucket) * 86400.0) from history_1d day
        where day.device_number = own.number and day.position = own.position and (
          ${shows("coalesce(day.high, day.mean)")} and own.kind = 'flood'
          or ${shows("coalesce(day.low, day.mean)")} and own.kind <> 'flood')) as at, (
        select max(alert.opened_at) from alerts alert
        where alert.household_id = ${householdId} and alert.sensor_id = own.id
          and alert.kind in ('leak', 'freeze', 'time_to_freeze')) as notified_at
      from own)
    select (
        select coalesce(json_agg(json_build_object('id', own.id, 'name', own.label, 'kind', own.kind,
          'space', own.space, 'latestAt', ${isoTime("own.latest_at")},
          'alarmedAt', ${isoTime("greatest(alarmed.now_at, alarmed.at, alarmed.notified_at)")}) order by own.space, own.id), '[]')
        from own join alarmed using (id)) as sensors,
      (select coalesce(json_agg(mute.shown order by mute.shown), '[]') from (
        select case when space = '' then name else name || ' (' || space || ')' end as shown from devices
        where household_id = ${householdId} and enabled and last_seen_at is null
        order by created_at, id limit ${UNHEARD_MAX}::integer) mute) as unheard,
      (select count(distinct device_id)::integer from own
        where own.last_seen_at >= ${now.toISOString()}::timestamptz - ${RECENT_HOURS} * interval '1 hour') as sources, (
        select coalesce(json_agg(json_build_object('id', person.id, 'isViewer', member.role = 'viewer',
          'name', coalesce(person.name, person.email), 'channels', (
          json_build_array(json_build_object('channel', 'email', 'address', person.email, 'provenAt', ${isoTime(
            `greatest((select max(session.created_at) from sessions session where session.user_id = person.id),
              (select max(message.settled_at) from outbox message where message.recipient = person.email
                and message.channel = 'email' and message.state = 'sent'))`,
          )}))::jsonb || (
          select coalesce(jsonb_agg(jsonb_build_object('channel', point.channel, 'address', point.address, 'provenAt',
            ${isoTime(
              `greatest(point.verified_at, (select max(message.settled_at) from outbox message
                where message.recipient = point.address and message.channel = point.channel
                  and message.state = 'sent'))`,
            )}) order by point.created_at, point.id), '[]')
          from contact_points point
          where point.user_id = person.id and point.verified_at is not null and point.gone_at is null)))
          order by member.created_at, person.id), '[]')
        from memberships member join users person on person.id = member.user_id
        where member.household_id = ${householdId}) as people, (
        select coalesce(json_agg(json_build_object('id', id, 'name', name, 'channels',
          case when confirmed_at is null or stopped_at is not null then '[]'::json
          else json_build_array(json_build_object('channel', channel)) end) order by created_at, id), '[]')
        from home_contacts where household_id = ${householdId}) as contacts,
      (select case when trial_ends_at > ${now.toISOString()}::timestamptz then 'pro' else plan end
        from households where id = ${householdId}) as plan,
      coalesce((select steps from escalations where household_id = ${householdId}), '[]') as steps`);
  const [row] = rows;
  return row ?? { sensors: [], unheard: [], sources: 0, people: [], contacts: [], steps: [], plan: "free" };
}
