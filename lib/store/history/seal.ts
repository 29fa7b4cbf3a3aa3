import { sql } from "drizzle-orm";
import type { Snapshot } from "../../domain/history/device-day.ts";
import type { UtcDay } from "../../domain/history/utc-day.ts";
import type { Db } from "../db.ts";
import { chunkBytes } from "./chunk-text.ts";
import { deviceList, isWithinDay, SEALED_BEFORE } from "./day-sql.ts";

/**
 * A device's snapshots of one day as they were read; `stamp` is the sum of the transactions that wrote them,
 * and differs once any row has been added or merged into since.
 */
export type DeviceDay = { number: number; stamp: number; snapshots: Snapshot[] };

type Row = { device_number: number; at_us: string; values: string; written_by: string };

/**
 * The next devices after `after` with snapshots of the day, whole ones alone, in about `snapshotsMax` rows.
 * Those whose day is not in the tiers are left out.
 */
export async function readDeviceDays(
  db: Db,
  ask: { day: UtcDay; after: number; snapshotsMax: number },
): Promise<DeviceDay[]> {
  const rows = await readRows(db, ask.day, { after: ask.after, limit: ask.snapshotsMax });
  const last = rows.at(-1);
  if (last === undefined || rows.length < ask.snapshotsMax) return deviceDays(rows);
  const whole = rows.filter((row) => row.device_number !== last.device_number);
  return deviceDays(whole.length > 0 ? whole : await readRows(db, ask.day, { only: last.device_number }));
}

async function readRows(
  db: Db,
  day: UtcDay,
  ask: { after: number; limit: number } | { only: number },
): Promise<Row[]> {
  const which =
    "only" in ask
      ? sql`snapshot.device_number = ${ask.only}::integer`
      : sql`snapshot.device_number > ${ask.after}::integer`;
  // Values are read as text: JSON has no -0.
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<Row>(sql`
      select snapshot.device_number, snapshot."values"::text as values, snapshot.xmin::text as written_by,
        (extract(epoch from snapshot.recorded_at) * 1000000)::bigint::text as at_us
      from snapshots snapshot
      where ${which} and ${isWithinDay(sql`snapshot.recorded_at`, day)}
        and (${day}::date < ${SEALED_BEFORE} or exists (
          select from rolled_days rolled
          where rolled.device_number = snapshot.device_number and rolled.day = ${day}::date))
      order by snapshot.device_number, snapshot.recorded_at
      limit ${"only" in ask ? null : ask.limit}::integer`),
  );
  return rows;
}

function deviceDays(rows: readonly Row[]): DeviceDay[] {
  const days: DeviceDay[] = [];
  for (const row of rows) {
    let day = days.at(-1);
    if (day?.number !== row.device_number) {
      day = { number: row.device_number, stamp: 0, snapshots: [] };
      days.push(day);
    }
    day.stamp += Number(row.written_by);
    day.snapshots.push({ atMicros: Number(row.at_us), values: valuesOf(row.values) });
  }
  return days;
}

/** `{21.5,NULL,-0}` */
const valuesOf = (text: string): (number | null)[] =>
  text
    .slice(1, -1)
    .split(",")
    .map((value) => (value === "NULL" ? null : Number(value)));

/** The chunks that devices have of a day already: by device, then by position. */
export async function findChunks(
  db: Db,
  day: UtcDay,
  numbers: number[],
): Promise<Map<number, Map<number, Uint8Array>>> {
  type ChunkRow = { device_number: number; position: number; chunk: string };
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<ChunkRow>(sql`
      select device_number, position, encode(chunk, 'base64') as chunk from history_chunks
      where day = ${day}::date and device_number in ${deviceList(numbers)}`),
  );
  const found = new Map<number, Map<number, Uint8Array>>();
  for (const { device_number, position, chunk } of rows) {
    const chunks = found.get(device_number) ?? new Map<number, Uint8Array>();
    found.set(device_number, chunks.set(position, chunkBytes(chunk)));
  }
  return found;
}
