import { jsonb, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";
import { bytes, goesWith, moment } from "./columns.ts";
import { devices } from "./device.ts";
import { householdId } from "./household.ts";

/** A request with an `Idempotency-Key` and what it was answered, kept for a day. */
export const requestReceipts = pgTable(
  "request_receipts",
  {
    householdId: householdId(),
    /** SHA-256 of the key and of who sent it. */
    keyHash: bytes("key_hash").notNull(),
    /** SHA-256 of the request: the same key with another request is a mistake of the caller. */
    requestHash: bytes("request_hash").notNull(),
    /** Which of several attempts is being answered: only that one may say what came of it. */
    attempt: text("attempt").notNull(),
    /** Null while it is being answered, and for good where nobody knows what came of it. */
    status: smallint("status"),
    /** The answer's body, which may show a secret. */
    sealedAnswer: text("sealed_answer"),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.householdId, table.keyHash] })],
);

/**
 * A device's recent bodies and how they were understood, for setting it up: one row for each device, so that a
 * flood of bodies takes no room. Written in the background, only by `storeReceived`.
 */
export const receivedBodies = pgTable("received_bodies", {
  deviceId: goesWith("device_id", () => devices.id).primaryKey(),
  /** Newest first: ReceivedBody of lib/readings/received-body/received-body.ts. */
  bodies: jsonb("bodies").notNull(),
  /** Of the newest. */
  receivedAt: moment("received_at").notNull(),
});
