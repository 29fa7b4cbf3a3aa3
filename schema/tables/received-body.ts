import { jsonb, pgTable } from "drizzle-orm/pg-core";
import { goesWith, moment } from "./columns.ts";
import { devices } from "./device.ts";

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
