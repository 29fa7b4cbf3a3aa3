import { doublePrecision, integer, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";
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
