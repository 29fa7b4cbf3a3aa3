import { type SQL, sql } from "drizzle-orm";
import type { Place } from "../domain/cursor.ts";
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

export type ReadingPage = {
  sensors: SensorPlace[];
  from: Date;
  to: Date;
  after: Place | null;
  limit: number;
};

export type PlacedReading = StoredReading & { place: Place };

type PlacedRow = { sensor_id: string; recorded_at_us: string; value: number };

/** The oldest `limit` readings with `from` ≤ time < `to` after a place, oldest first, to the microsecond. */
export async function listReadingPage(db: Db, ask: ReadingPage): Promise<PlacedReading[]> {
  if (ask.sensors.length === 0) return [];
  const places = JSON.stringify(
    ask.sensors.map(({ sensorId, deviceNumber, position }) => ({ sensorId, deviceNumber, position })),
  );
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<PlacedRow>(sql`
      select place."sensorId" as sensor_id, snapshot."values"[place.position] as value,
        (extract(epoch from snapshot.recorded_at) * 1000000)::bigint::text as recorded_at_us
      from jsonb_to_recordset(${places}::jsonb)
        as place ("sensorId" text, "deviceNumber" integer, position smallint)
      join snapshots snapshot on snapshot.device_number = place."deviceNumber"
      where snapshot.recorded_at >= ${ask.from.toISOString()}::timestamptz
        and snapshot.recorded_at < ${ask.to.toISOString()}::timestamptz
        and snapshot."values"[place.position] is not null and ${isAfter(ask.after)}
      order by snapshot.recorded_at, place."sensorId"
      limit ${ask.limit}`),
  );
  return rows.map(placedReading);
}

/** The plain comparison is what the partitions and their index understand. */
function isAfter(after: Place | null): SQL {
  if (after === null) return sql`true`;
  const moment = sql`('epoch'::timestamptz + ${after.atMicroseconds}::bigint * interval '1 microsecond')`;
  return sql`snapshot.recorded_at >= ${moment}
    and (snapshot.recorded_at, place."sensorId") > (${moment}, ${after.id})`;
}

const placedReading = (row: PlacedRow): PlacedReading => ({
  sensorId: row.sensor_id,
  recordedAt: new Date(Math.floor(Number(row.recorded_at_us) / 1_000)),
  value: row.value,
  place: { atMicroseconds: row.recorded_at_us, id: row.sensor_id },
});
