import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { FEED_FAILURES } from "../vocabulary.ts";
import { goesWith, moment } from "./columns.ts";
import { devices } from "./device.ts";
import { householdId } from "./household.ts";

/** A URL that is polled. Its readings belong to a device of type pull. A client may choose the id. */
export const pullFeeds = pgTable(
  "pull_feeds",
  {
    householdId: householdId(),
    id: text("id").notNull(),
    deviceId: goesWith("device_id", () => devices.id),
    name: text("name").notNull(),
    /** Only the origin if `sealedUrl` is set; the full URL in rows that aren't sealed yet. */
    url: text("url").notNull(),
    /** Sealed by the server's vault and bound to the device, because its query and path may hold a key. */
    sealedUrl: text("sealed_url"),
    enabled: boolean("enabled").notNull(),
    /** The payload's place in the response: a dotted path or a JSON Pointer; null for the whole body. */
    jsonRoot: text("json_root"),
    createdAt: moment("created_at").notNull(),
    updatedAt: moment("updated_at").notNull(),
    /** Never shown to the household: it would reveal how long an address took to respond. */
    lastPolledAt: moment("last_polled_at"),
    /** The last poll that returned readings or "not modified". */
    lastOkAt: moment("last_ok_at"),
    /** The last poll's failure; null if it succeeded. */
    failure: text("failure", { enum: FEED_FAILURES }),
    failuresInRow: integer("failures_in_row").notNull().default(0),
    /** The first failure since the last success. Saving the feed doesn't reset it. */
    failingSince: moment("failing_since"),
    /** The epoch means the next tick: for a new feed, and (by a trigger) after each save. */
    nextPollAt: moment("next_poll_at").notNull().default(sql`'epoch'`),
    /** Until then one poller holds the feed, and is identified by this exact time. */
    leaseUntil: moment("lease_until"),
    /** The ETag of the last success, for conditional requests. */
    etag: text("etag"),
  },
  (table) => [
    primaryKey({ columns: [table.householdId, table.id] }),
    uniqueIndex("pull_feeds_device").on(table.deviceId),
    // The home comes second, because a shard takes a home's feeds together.
    index("pull_feeds_due").on(table.nextPollAt, table.householdId).where(sql`enabled`),
  ],
);

/** The label and visibility of a feed's sensor; they may be set before its first reading. */
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
