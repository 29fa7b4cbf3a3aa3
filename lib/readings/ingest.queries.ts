import { sql } from "drizzle-orm";
import type { IngestFacts } from "../alerts/facts.ts";
import { type Db, StoreError } from "../kernel/db.queries.ts";
import { byteaText, secretHash } from "../kernel/statements.queries.ts";
import { alternatives } from "../kernel/units.ts";
import { READING_LIMITS } from "./limits.ts";
import { bodyShape } from "./read-payload.ts";
import type { ParsedPayload, ParsedReading } from "./reading.ts";
import type { ReceivedBody } from "./received-body/received-body.ts";

export type IngestCall = {
  /** The hash of the ingest key. */
  keyHash: Uint8Array;
  /** Chosen once before the first attempt, so that a retry is recognized. */
  requestId: number;
  now: Date;
  /** The `Idempotency-Key` header. */
  idempotencyKey: string | null;
  payload: ParsedPayload;
};

/** The JSON answer of `record_readings` to a post that is stored. */
type StoredPost = {
  outcome: "stored";
  /** Null if an earlier attempt stored the same post. */
  readings: number | null;
  sensors_created: number;
  /** How many readings were too old to keep. */
  left_out?: number;
  /** Set if an earlier attempt stored the post. */
  repeated?: true;
  /** Facts at the moment of storing; absent if no alert can change, or if an earlier attempt stored the post. */
  facts?: IngestFacts;
  /** Seconds by which this instance's clock is ahead of the database's, negative if behind; absent if right. */
  ahead_by?: number;
};

export type IngestResult =
  | StoredPost
  | { outcome: "unknown_key" | "too_many_sensors" }
  | { outcome: "unit_mismatch"; key: string; unit: string | null; sensor_unit: string | null };

const TOO_MANY_SENSORS_CODE = "HW001";

/** Finds the device, stores the snapshots, and updates latest values and health, in one call: all or nothing. */
export async function storeIngest(db: Db, call: IngestCall): Promise<IngestResult> {
  const keyHash = byteaText(call.keyHash);
  const receipt = call.idempotencyKey === null ? null : byteaText(await secretHash(call.idempotencyKey));
  const { health } = call.payload;
  const shape = bodyShape(call.payload);
  // The parameters have the function's own types: PostgreSQL would take longer to look up a cast's type at every post.
  const statement = sql`select record_readings(${keyHash}, ${call.requestId}, ${call.now.toISOString()}, ${receipt},
    ${shape}, ${shape === null ? null : arrayText(call.payload)}, ${health.batteryPct ?? null}, ${health.rssi ?? null},
    ${JSON.stringify(ingestBody(call.payload, shape))}) as answer`;
  try {
    const [row] = await db.query<{ answer: IngestResult }>(statement);
    if (row === undefined) throw new Error("record_readings gave no answer");
    return row.answer;
  } catch (error) {
    if (error instanceof StoreError && error.code === TOO_MANY_SENSORS_CODE)
      return { outcome: "too_many_sensors" };
    throw error;
  }
}

/**
 * Stores usual posts of different devices in one transaction, which commits them together. Returns null for each post
 * that may be unusual: nothing of it is stored, and `storeIngest` must store it.
 */
export async function storeUsual(db: Db, calls: readonly IngestCall[]): Promise<(IngestResult | null)[]> {
  const column = (of: (call: IngestCall) => string | number | null | undefined) =>
    `{${calls.map((call) => of(call) ?? "NULL").join(",")}}`;
  const statement = sql`select record_usual_posts(${column(({ keyHash }) => `"\\${byteaText(keyHash)}"`)}::bytea[],
    ${column((call) => call.requestId)}::integer[], ${column(({ now }) => now.toISOString())}::timestamptz[],
    ${column((call) => bodyShape(call.payload))}::integer[],
    ${column((call) => `"${arrayText(call.payload)}"`)}::text[],
    ${column(({ payload }) => payload.health.batteryPct)}::real[],
    ${column(({ payload }) => payload.health.rssi)}::real[]) as answer`;
  const rows = await db.query<{ answer: number[] }>(statement);
  const results: (IngestResult | null)[] = calls.map(() => null);
  for (const place of rows[0]?.answer ?? []) {
    const sent = calls[place - 1]?.payload.readings.length ?? 0;
    results[place - 1] = { outcome: "stored", readings: sent, sensors_created: 0 };
  }
  return results;
}

/** Returns the JSON that `store_readings` reads. */
export const ingestBody = (
  { readings, health, faultyKeys, lagSeconds }: ParsedPayload,
  shape: number | null = null,
) => ({
  ...(shape === null ? {} : { shape }),
  ...(lagSeconds === undefined ? {} : { lag: lagSeconds }),
  readings: readings.map(storedReading),
  battery: health.batteryPct ?? null,
  rssi: health.rssi ?? null,
  faulty: faultyKeys,
});

/** Returns the values in the body's order, as a PostgreSQL array literal. */
const arrayText = ({ readings }: ParsedPayload): string =>
  `{${readings.map(({ value }) => value).join(",")}}`;

function storedReading(reading: ParsedReading) {
  return {
    key: reading.key,
    label: reading.label,
    kind: reading.kind,
    unit: reading.unit,
    value: reading.value,
    state: reading.isState,
    means: reading.trueMeans,
    at: reading.atMs === null ? null : Math.round(reading.atMs * 1_000),
    other: reading.unit === null ? null : alternatives(reading.value, reading.unit),
    celsius: reading.followsDeviceUnit ? alternatives(reading.value, "°C") : null,
    assumed: reading.unitAssumed,
  };
}

/** Bodies that a device sent, newest first; `hash` is its ingest key's hash as PostgreSQL writes a bytea. */
export type ReceivedByKey = { hash: string; bodies: ReceivedBody[] };

/** Puts the bodies before the stored ones and keeps the newest. Bodies under an unknown key are dropped. */
export async function storeReceived(db: Db, received: readonly ReceivedByKey[]): Promise<void> {
  await db.query(sql`
    insert into received_bodies as kept (device_id, bodies, received_at)
    select device.id, sent.bodies, (sent.bodies->0->>'at')::timestamptz
    from jsonb_to_recordset(${JSON.stringify(received)}::jsonb) as sent (hash text, bodies jsonb)
    join devices device on device.ingest_key_hash = sent.hash::bytea
    order by device.id
    on conflict (device_id) do update set
      received_at = greatest(kept.received_at, excluded.received_at),
      bodies = (
        select jsonb_agg(body order by place)
        from jsonb_array_elements(excluded.bodies || kept.bodies) with ordinality as t (body, place)
        where place <= ${READING_LIMITS.receivedBodiesMax}::integer)`);
}

/** Returns the current units of an ingest key's sensors, by sensor key. */
export async function findUnitsOfKey(db: Db, hash: Uint8Array) {
  const keyHash = byteaText(hash);
  const rows = await db.query<{ key: string; unit: string | null; is_assumed: boolean }>(sql`
    select sensor.key, sensor.unit, sensor.unit_source is not distinct from 'assumed' as is_assumed
    from sensors sensor join devices device on device.id = sensor.device_id
    where device.ingest_key_hash = ${keyHash}::bytea`);
  return new Map(rows.map(({ key, unit, is_assumed: isAssumed }) => [key, { unit, isAssumed }]));
}
