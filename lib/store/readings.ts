import { sql } from "drizzle-orm";
import type { Db } from "./db.ts";

/** Where a sensor's values stand in the snapshots. */
export type SensorPlace = { sensorId: string; deviceNumber: number; position: number };

/** `value` in the sensor's own unit; a state is 1 or 0. */
export type StoredReading = { sensorId: string; recordedAt: Date; value: number };

export type ReadingRange = { sensors: SensorPlace[]; from: Date; to: Date; limit: number };

type Row = { sensor_id: string; recorded_at_ms: number; value: number };

/** The newest `limit` readings with `from` ≤ time < `to`, oldest first. Callers never know where they are kept. */
export async function listReadings(db: Db, range: ReadingRange): Promise<StoredReading[]> {
  if (range.sensors.length === 0) return [];
  const places = JSON.stringify(range.sensors);
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<Row>(sql`
      select place."sensorId" as sensor_id,
        extract(epoch from snapshot.recorded_at)::float8 * 1000 as recorded_at_ms,
        snapshot."values"[place.position] as value
      from jsonb_to_recordset(${places}::jsonb)
        as place ("sensorId" text, "deviceNumber" integer, position smallint)
      join snapshots snapshot on snapshot.device_number = place."deviceNumber"
      where snapshot.recorded_at >= ${range.from.toISOString()}::timestamptz
        and snapshot.recorded_at < ${range.to.toISOString()}::timestamptz
        and snapshot."values"[place.position] is not null
      order by snapshot.recorded_at desc, place."sensorId"
      limit ${range.limit}`),
  );
  return rows.reverse().map((row) => ({
    sensorId: row.sensor_id,
    recordedAt: new Date(row.recorded_at_ms),
    value: row.value,
  }));
}
