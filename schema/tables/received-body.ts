import { jsonb, text } from "drizzle-orm/pg-core";
import { moment, pgTable } from "./columns.ts";
import { devices } from "./device.ts";

/**
 * What a device sent lately and what was made of it, for whoever sets it up: one row a device, so that a flood of bodies
 * takes no room. Written in the background, by `storeReceived` alone.
 */
export const receivedBodies = pgTable("received_bodies", {
  deviceId: text("device_id")
    .primaryKey()
    .references(() => devices.id, { onDelete: "cascade" }),
  /** Newest first: ReceivedBody of lib/readings/received-body/received-body.ts. */
  bodies: jsonb("bodies").notNull(),
  /** Of the newest. */
  receivedAt: moment("received_at").notNull(),
});
