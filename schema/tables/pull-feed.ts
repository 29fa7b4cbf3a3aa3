import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { FEED_FAILURES } from "../vocabulary.ts";
import { goesWith, moment } from "./columns.ts";
import { devices } from "./device.ts";
import { householdId } from "./household.ts";

/** A URL that is polled; its readings belong to a device of type pull. A client may choose the id. */
export const pullFeeds = pgTable(
  "pull_feeds",
  {
    householdId: householdId(),
    id: text("id").notNull(),
    deviceId: goesWith("device_id", () => devices.id),
    name: text("name").notNull(),
    /** Its origin alone where `sealedUrl` stands; the URL itself in rows that nobody has sealed yet. */
    url: text("url").notNull(),
    /** Sealed with the server's vault, for its query and path may hold a key; bound to the device. */
    sealedUrl: text("sealed_url"),
    enabled: boolean("enabled").notNull(),
    /** The place of the payload in the answer: a dotted path or a JSON Pointer; null for all of it. */
    jsonRoot: text("json_root"),
    createdAt: moment("created_at").notNull(),
    updatedAt: moment("updated_at").notNull(),
    /** For no eyes of the household: it would tell how long an address took to answer. */
    lastPolledAt: moment("last_polled_at"),
    /** The time of the last poll that gave readings or said that nothing has changed. */
    lastOkAt: moment("last_ok_at"),
    /** What the last poll failed with; null where it did not. */
    failure: text("failure", { enum: FEED_FAILURES }),
    failuresInRow: integer("failures_in_row").notNull().default(0),
    /** The first failure since it last answered; a save does not end it, a good answer does. */
    failingSince: moment("failing_since"),
    /** The epoch means at the next tick: a new feed, and (by a trigger) one that was saved again. */
    nextPollAt: moment("next_poll_at").notNull().default(sql`'epoch'`),
    /** Until then it is one poller's alone; the very time is what that poller is known by. */
    leaseUntil: moment("lease_until"),
    /** The tag of the last good answer, to ask if it is still current. */
    etag: text("etag"),
  },
  (table) => [
    primaryKey({ columns: [table.householdId, table.id] }),
    uniqueIndex("pull_feeds_device").on(table.deviceId),
    // Ordered by home too: a shard takes a home's feeds together.
    index("pull_feeds_due").on(table.nextPollAt, table.householdId).where(sql`enabled`),
  ],
);

/** How a feed's sensor is shown, before and after it first reads. */
export const probes = pgTable(
  "probes",
  {
    householdId: householdId(),
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
