import { sql } from "drizzle-orm";
import type { IngestFacts } from "../../domain/alerts/facts.ts";
import { factsAsMeant } from "../../domain/alerts/facts-as-meant.ts";
import { byOurClock, type ClockLags, clockLagMs } from "../../domain/ingest/clock-lag.ts";
import type { Db } from "../db.ts";
import { byteaText, secretHash } from "../secret-hash.ts";

/** What the function `ingest_facts` answers: the times of readings are the device's own. */
export type StoredIngestFacts = IngestFacts & { device: ClockLags };

export function onOurClock(facts: StoredIngestFacts): IngestFacts {
  const lagMs = clockLagMs(facts.device);
  return { ...facts, sensors: facts.sensors.map((sensor) => byOurClock(factsAsMeant(sensor), lagMs)) };
}

/**
 * The facts of all sensors of the key's device. A repeated request asks for them: the first may have judged
 * nothing.
 */
export async function findFactsOfKey(db: Db, ingestKey: string): Promise<IngestFacts | null> {
  const keyHash = byteaText(await secretHash(ingestKey));
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<{ facts: StoredIngestFacts | null }>(sql`
      select ingest_facts(device, array(
        select sensor.position from sensors sensor where sensor.device_id = device.id
      ), device.latest_values) as facts
      from devices device where device.ingest_key_hash = ${keyHash}::bytea`),
  );
  return factsIn(rows);
}

/** The facts of a device's sensors as they stand now; null for a device that is gone. */
export async function findIngestFacts(
  db: Db,
  deviceId: string,
  sensorIds: string[],
): Promise<IngestFacts | null> {
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<{ facts: StoredIngestFacts | null }>(sql`
      select ingest_facts(device, array(
        select sensor.position from sensors sensor
        where sensor.device_id = device.id
          and sensor.id in (select jsonb_array_elements_text(${JSON.stringify(sensorIds)}::jsonb))
      ), device.latest_values) as facts
      from devices device where device.id = ${deviceId}`),
  );
  return factsIn(rows);
}

function factsIn([row]: { facts: StoredIngestFacts | null }[]): IngestFacts | null {
  return row === undefined || row.facts === null ? null : onOurClock(row.facts);
}
