import { boolean, date, doublePrecision, integer, pgTable, primaryKey, smallint } from "drizzle-orm/pg-core";
import { bytes, goesWith, moment } from "./columns.ts";
import { devices } from "./device.ts";

/**
 * A row for each device and moment. `values` is in the order of the sensors' positions, null for a sensor that sent
 * nothing. Partitioned by UTC day (by hand in the migration): days are dropped, never deleted.
 */
export const snapshots = pgTable(
  "snapshots",
  {
    deviceNumber: integer("device_number").notNull(),
    /** The request's id, which identifies a retry; 0 if nobody retries. It takes the place of padding bytes. */
    request: integer("request").notNull().default(0),
    recordedAt: moment("recorded_at").notNull(),
    values: doublePrecision("values").array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.deviceNumber, table.recordedAt] })],
);

/** The answer to a post with an `Idempotency-Key`, kept for a day. */
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

/** Returns a table with one sensor's values of a UTC day in each row, as lib/history/codec.ts encodes them. */
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
 * Readings of days that get no more of them: each is in `snapshots` or here, never in both. Late ones for such a day
 * wait in `snapshots` for the next run. Partitioned by month (by hand in the migration).
 */
export const historyChunks = chunkTable("history_chunks");

/** The quarter hours of past days, also partitioned by month. */
export const history15mChunks = chunkTable("history_15m_chunks");

export const history1hChunks = chunkTable("history_1h_chunks");

/**
 * The figures of a sensor's day; `bucket` counts days since the epoch. `low`, `high` and `last` are null if they equal
 * the mean: for a single reading or a constant value. The order of the columns needs no padding.
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
 * Values that still held while a push sensor sent nothing for a quarter hour but its device was online. A row for each
 * run of such quarters, `fromBucket` ≤ quarter ≤ `toBucket`, counted since the epoch. Never in raw, hours or days.
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
 * A device's days whose buckets are in the tiers, until the watermark passes the day. A row promises that the buckets
 * contain all readings: a snapshot that arrives for the day deletes it in the same commit (`store_snapshot`).
 */
export const rolledDays = pgTable(
  "rolled_days",
  {
    deviceNumber: integer("device_number").notNull(),
    day: date("day").notNull(),
  },
  (table) => [primaryKey({ columns: [table.deviceNumber, table.day] })],
);

/** The watermark, a single row: every day before it is compacted, for every device. */
export const sealedDays = pgTable("sealed_days", {
  isOnly: boolean("is_only").primaryKey().default(true),
  before: date("before").notNull(),
});
