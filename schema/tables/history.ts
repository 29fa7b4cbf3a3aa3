import {
  boolean,
  date,
  doublePrecision,
  integer,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
} from "drizzle-orm/pg-core";
import { bytes, moment } from "./columns.ts";
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
    deviceId: text("device_id")
      .notNull()
      .references(() => devices.id, { onDelete: "cascade" }),
    keyHash: bytes("key_hash").notNull(),
    readings: smallint("readings").notNull(),
    sensorsCreated: smallint("sensors_created").notNull(),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.deviceId, table.keyHash] })],
);

/**
 * The readings of one sensor and UTC day, as lib/history/codec writes them, once the day is sealed. A
 * reading is in `snapshots` or in here, never in both. Partitioned by month (by hand in the migration).
 */
export const historyChunks = pgTable(
  "history_chunks",
  {
    deviceNumber: integer("device_number").notNull(),
    day: date("day").notNull(),
    position: smallint("position").notNull(),
    chunk: bytes("chunk").notNull(),
  },
  (table) => [primaryKey({ columns: [table.deviceNumber, table.position, table.day] })],
);

/**
 * The figures of a sensor's readings in one bucket; `bucket` counts the tier's lengths since the epoch.
 * `low`, `high` and `last` are null where they equal the mean: for a lone reading, and for a sensor that did
 * not move. The columns stand in an order that needs no padding.
 */
const figures = () => ({
  deviceNumber: integer("device_number").notNull(),
  bucket: integer("bucket").notNull(),
  readings: integer("readings").notNull(),
  position: smallint("position").notNull(),
  mean: doublePrecision("mean").notNull(),
  low: doublePrecision("low"),
  high: doublePrecision("high"),
  last: doublePrecision("last"),
});

/** Partitioned by month (by hand in the migration): there are nearly as many as readings. */
export const history15m = pgTable("history_15m", figures(), (table) => [
  primaryKey({ columns: [table.deviceNumber, table.position, table.bucket] }),
]);

export const history1h = pgTable("history_1h", figures(), (table) => [
  primaryKey({ columns: [table.deviceNumber, table.position, table.bucket] }),
]);

/** The same with when the lowest and the highest value were first read. */
export const history1d = pgTable(
  "history_1d",
  { ...figures(), lowAt: moment("low_at").notNull(), highAt: moment("high_at").notNull() },
  (table) => [primaryKey({ columns: [table.deviceNumber, table.position, table.bucket] })],
);

/**
 * A sensor's buckets of some days, as lib/history/codec/bucket-chunk writes them, once these days are sealed; `firstDay`
 * is where they begin. Quarter hours have a chunk for each part of a month (lib/history/buckets.ts), or for all of it
 * where an earlier release sealed it; hours one for the month, as far as it is sealed. A bucket that came into such
 * days afterwards is a row of the tier until the next part is sealed. The column has its first name, because functions
 * of the release before ask for it while a deployment migrates.
 */
const bucketChunks = () => ({
  deviceNumber: integer("device_number").notNull(),
  firstDay: date("month").notNull(),
  position: smallint("position").notNull(),
  chunk: bytes("chunk").notNull(),
});

/** Partitioned by month (by hand in the migration), as `history_15m` is. */
export const history15mMonths = pgTable("history_15m_months", bucketChunks(), (table) => [
  primaryKey({ columns: [table.deviceNumber, table.position, table.firstDay] }),
]);

export const history1hMonths = pgTable("history_1h_months", bucketChunks(), (table) => [
  primaryKey({ columns: [table.deviceNumber, table.position, table.firstDay] }),
]);

/**
 * The values that still held when push sensors sent nothing in a quarter hour while their device was online. One
 * row for each run of such quarters, `fromBucket` ≤ quarter ≤ `toBucket`, counted since the epoch as `history_15m`
 * does. Not a reading: it is never in raw, hours or days.
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

/** A device's last battery value of a UTC day; kept for as long as the battery forecast goes back. */
export const batteryDays = pgTable(
  "battery_days",
  {
    deviceNumber: integer("device_number").notNull(),
    day: date("day").notNull(),
    pct: real("pct").notNull(),
  },
  (table) => [primaryKey({ columns: [table.deviceNumber, table.day] })],
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
    /** The readings have gone into chunks. */
    sealed: boolean("sealed").notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.deviceNumber, table.day] })],
);

/**
 * The watermark, one row: every day before it is sealed and in the tiers, for every device. Before the day
 * `bucketsBefore`, the beginning of a part of a month, quarter hours and hours have gone into chunks; null before the
 * first. The column is named after the months that these were until 0.1.0, whose functions ask for it.
 */
export const sealedDays = pgTable("sealed_days", {
  isOnly: boolean("is_only").primaryKey().default(true),
  before: date("before").notNull(),
  bucketsBefore: date("months_before"),
});
