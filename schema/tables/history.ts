import { boolean, date, doublePrecision, integer, pgTable, primaryKey, smallint } from "drizzle-orm/pg-core";
import { bytes, goesWith, moment } from "./columns.ts";
import { devices } from "./device.ts";

/**
 * One row a device and moment; `values` by the sensors' position, null where a sensor said nothing.
 * Partitioned by UTC day (by hand in the migration): a day is dropped, never deleted.
 */
export const snapshots = pgTable(
  "snapshots",
  {
    deviceNumber: integer("device_number").notNull(),
    /**
     * The id of the request that brought it, by which a retry is known; 0 where nobody retries. In what was
     * padding.
     */
    request: integer("request").notNull().default(0),
    recordedAt: moment("recorded_at").notNull(),
    values: doublePrecision("values").array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.deviceNumber, table.recordedAt] })],
);

/** What a post with an `Idempotency-Key` was answered, kept for a day. */
export const ingestReceipts = pgTable(
  "ingest_receipts",
  {
    deviceId: goesWith("device_id", () => devices.id),
    keyHash: bytes("key_hash").notNull(),
    readings: smallint("readings").notNull(),
    sensorsCreated: smallint("sensors_created").notNull(),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.deviceId, table.keyHash] })],
);

/** A table of what one sensor has of a UTC day, as lib/history/codec.ts writes it. */
const chunkTable = <const Name extends string>(name: Name) =>
  pgTable(
    name,
    {
      deviceNumber: integer("device_number").notNull(),
      day: date("day").notNull(),
      position: smallint("position").notNull(),
      chunk: bytes("chunk").notNull(),
    },
    (table) => [primaryKey({ columns: [table.deviceNumber, table.position, table.day] })],
  );

/**
 * Readings, once the day can get no more of them: one is in `snapshots` or in here, never in both, but for what came late
 * all the same and waits for the next run. Partitioned by month (by hand in the migration).
 */
export const historyChunks = chunkTable("history_chunks");

/** The quarter hours of a day that is over. Partitioned by month, too. */
export const history15mChunks = chunkTable("history_15m_chunks");

export const history1hChunks = chunkTable("history_1h_chunks");

/**
 * The figures of a sensor's day; `bucket` counts days since the epoch. `low`, `high` and `last` are null where they equal
 * the mean: for a lone reading, and for a sensor that did not move. The columns stand in an order that needs no padding.
 */
export const history1d = pgTable(
  "history_1d",
  {
    deviceNumber: integer("device_number").notNull(),
    bucket: integer("bucket").notNull(),
    readings: integer("readings").notNull(),
    position: smallint("position").notNull(),
    mean: doublePrecision("mean").notNull(),
    low: doublePrecision("low"),
    high: doublePrecision("high"),
    last: doublePrecision("last"),
  },
  (table) => [primaryKey({ columns: [table.deviceNumber, table.position, table.bucket] })],
);

/**
 * The values that still held when push sensors sent nothing in a quarter hour while their device was online. One
 * row for each run of such quarters, `fromBucket` ≤ quarter ≤ `toBucket`, counted since the epoch. Not a reading: it is never in raw, hours or days.
 */
export const carriedValues = pgTable(
  "carried_values",
  {
    deviceNumber: integer("device_number").notNull(),
    fromBucket: integer("from_bucket").notNull(),
    toBucket: integer("to_bucket").notNull(),
    position: smallint("position").notNull(),
    value: doublePrecision("value").notNull(),
  },
  (table) => [primaryKey({ columns: [table.deviceNumber, table.position, table.fromBucket] })],
);

/**
 * The days of a device whose buckets stand in the tiers, until the day lies before the watermark. A snapshot
 * that comes into a day takes its row away in the same commit (`store_snapshot`), so that a row is a promise:
 * the buckets are those of all readings.
 */
export const rolledDays = pgTable(
  "rolled_days",
  {
    deviceNumber: integer("device_number").notNull(),
    day: date("day").notNull(),
  },
  (table) => [primaryKey({ columns: [table.deviceNumber, table.day] })],
);

/** The watermark, one row: every day before it is compacted, for every device. */
export const sealedDays = pgTable("sealed_days", {
  isOnly: boolean("is_only").primaryKey().default(true),
  before: date("before").notNull(),
});
