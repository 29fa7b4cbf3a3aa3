import { boolean, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { moment } from "./columns.ts";
import { devices } from "./device.ts";
import { households } from "./household.ts";

/** A URL that is polled; its readings belong to a device of type pull. A client may choose the id. */
export const pullFeeds = pgTable(
  "pull_feeds",
  {
    householdId: text("household_id")
      .notNull()
      .references(() => households.id, { onDelete: "cascade" }),
    id: text("id").notNull(),
    deviceId: text("device_id")
      .notNull()
      .references(() => devices.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    url: text("url").notNull(),
    enabled: boolean("enabled").notNull(),
    /** Where in the answer the payload stands: a dotted path or a JSON Pointer; null for all of it. */
    jsonRoot: text("json_root"),
    createdAt: moment("created_at").notNull(),
    updatedAt: moment("updated_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.householdId, table.id] }),
    uniqueIndex("pull_feeds_device").on(table.deviceId),
  ],
);

/** How a feed's sensor is shown, before and after it first reads. */
export const probes = pgTable(
  "probes",
  {
    householdId: text("household_id")
      .notNull()
      .references(() => households.id, { onDelete: "cascade" }),
    id: text("id").notNull(),
    feedId: text("feed_id").notNull(),
    key: text("key").notNull(),
    label: text("label").notNull(),
    visible: boolean("visible").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.householdId, table.id] }),
    uniqueIndex("probes_feed_key").on(table.householdId, table.feedId, table.key),
  ],
);
