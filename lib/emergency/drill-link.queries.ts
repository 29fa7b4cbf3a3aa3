import { and, eq, inArray, sql } from "drizzle-orm";
import { devices, sensors } from "../../schema/tables/device.ts";
import { drills } from "../../schema/tables/drill.ts";
import { households } from "../../schema/tables/household.ts";
import type { Channel, Language } from "../../schema/vocabulary.ts";
import { ingestFactsAsMeant } from "../alerts/facts.queries.ts";
import type { IngestFacts } from "../alerts/facts.ts";
import type { Db } from "../kernel/db.queries.ts";
import { byteaText, secretHash } from "../kernel/statements.queries.ts";
import { ingestBody } from "../readings/ingest.queries.ts";
import type { DrillPosts, Guard } from "./try-sensors.ts";

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

/** The home's sensors for water and cold. */
export async function listGuards(db: Db, householdId: string): Promise<Guard[]> {
  return await db("repeatable", (queries) =>
    queries
      .select({
        sensorId: sensors.id,
        deviceId: devices.id,
        key: sensors.key,
        label: sensors.label,
        space: devices.space,
        kind: sensors.kind,
        unit: sensors.unit,
        unitSource: sensors.unitSource,
      })
      .from(sensors)
      .innerJoin(devices, eq(devices.id, sensors.deviceId))
      .where(
        and(
          eq(devices.householdId, householdId),
          eq(devices.enabled, true),
          inArray(sensors.kind, ["flood", "temperature"]),
        ),
      )
      .orderBy(devices.space, sensors.id)
      .limit(GUARDS_MAX),
  );
}

/** What `store_readings` answers: facts where it was stored. */
type TriedAnswer = { facts?: IngestFacts };

/**
 * Stores a drill's readings and undoes it in one statement. Answers, by device, the facts that judging each post needs;
 * null for one that was not taken.
 */
export async function tryReadings(
  db: Db,
  tried: readonly DrillPosts[],
): Promise<Map<string, (IngestFacts | null)[]>> {
  const posts = tried.map((each) => ({
    device: each.deviceId,
    posts: each.posts.map(({ at, payload }) => ({ said: new Date(at), body: ingestBody(payload) })),
  }));
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<{ device: string; answers: TriedAnswer[] }>(sql`
      select tried.device, try_readings(tried.device, tried.posts) as answers
      from jsonb_to_recordset(${JSON.stringify(posts)}::jsonb) as tried (device text, posts jsonb)`),
  );
  return new Map(
    rows.map(({ device, answers }) => [
      device,
      answers.map(({ facts }) => (facts === undefined ? null : ingestFactsAsMeant(facts))),
    ]),
  );
}
