import { eq, sql } from "drizzle-orm";
import { drills } from "../../schema/tables/drill.ts";
import { households } from "../../schema/tables/household.ts";
import type { Channel, Language } from "../../schema/vocabulary.ts";
import { onOurClock, type StoredIngestFacts } from "../alerts/facts.queries.ts";
import type { Db } from "../kernel/db.queries.ts";
import { byteaText, secretHash } from "../kernel/secret-hash.queries.ts";
import type { Guard } from "./try-sensors.ts";

/** What the link in a drill's message opens. */
export type DrillLink = { homeName: string; language: Language; channel: Channel; isTapped: boolean };

/** Null for an unknown link, and for one that has ended. Where it is tapped now, that is noted once. */
export async function openDrillLink(
  db: Db,
  token: string,
  now: Date,
  isTap: boolean,
): Promise<DrillLink | null> {
  const hash = byteaText(await secretHash(token));
  const at = sql`${now.toISOString()}::timestamptz`;
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<DrillLink>(sql`
      with link as (
        select contact.id, contact.household_id, contact.user_id, contact.contact_id, contact.channel,
          contact.tapped_at
        from drill_messages contact join drills drill on drill.id = contact.drill_id
        where contact.token_hash = ${hash}::bytea and drill.expires_at > ${at}
      ), tapped as (
        update drill_messages set tapped_at = ${at}
        where id in (select id from link) and tapped_at is null and ${isTap}
        returning 1)
      select home.name as "homeName", coalesce(outsider.language, person.language) as language, link.channel,
        link.tapped_at is not null or exists (select from tapped) as "isTapped"
      from link join households home on home.id = link.household_id
      left join users person on person.id = link.user_id
      left join home_contacts outsider on outsider.id = link.contact_id`),
  );
  return rows[0] ?? null;
}

/** Where the home is, and when it last had a drill. */
export async function findLastDrill(
  db: Db,
  householdId: string,
): Promise<{ latitude: number | null; lastAt: Date | null }> {
  const [row] = await db("repeatable", (queries) =>
    queries
      .select({ latitude: households.latitude, lastAt: drills.createdAt })
      .from(households)
      .leftJoin(drills, eq(drills.householdId, households.id))
      .where(eq(households.id, householdId))
      .orderBy(sql`${drills.createdAt} desc nulls last`)
      .limit(1),
  );
  return row ?? { latitude: null, lastAt: null };
}

const GUARDS_MAX = 200;

/** The home's sensors for water and cold, each with what its rules are evaluated on. */
export async function listGuards(db: Db, householdId: string): Promise<Guard[]> {
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<{ key: string; facts: StoredIngestFacts }>(sql`
      select sensor.key, ingest_facts(device, array[sensor.position], device.latest_values) as facts
      from devices device join sensors sensor on sensor.device_id = device.id
      where device.household_id = ${householdId} and device.enabled and sensor.kind in ('flood', 'temperature')
      order by device.space, sensor.id limit ${GUARDS_MAX}::integer`),
  );
  return rows.map(({ key, facts }) => ({ key, facts: onOurClock(facts) }));
}
