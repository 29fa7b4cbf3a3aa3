import { sql } from "drizzle-orm";
import {
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import {
  CONTACT_MEANINGS,
  DEVICE_TYPES,
  FLAT_TEMPERATURE_UNITS,
  PLACEMENTS,
  SENSOR_FAULTS,
  SENSOR_KINDS,
  UNIT_SOURCES,
} from "../vocabulary.ts";
import { bytes, goesWith, moment } from "./columns.ts";
import { householdId } from "./household.ts";

/**
 * A device and its sensors' latest values. No column that an ingest changes has an index, so that the update stays on
 * its page. On the hot path only `record_readings` writes it.
 */
export const devices = pgTable(
  "devices",
  {
    id: text("id").primaryKey(),
    /** The short key of its snapshots: a text id in every history row would take more space than a reading. */
    number: integer("number").notNull().generatedAlwaysAsIdentity(),
    householdId: householdId(),
    type: text("type", { enum: DEVICE_TYPES }).notNull(),
    name: text("name").notNull(),
    space: text("space").notNull(),
    enabled: boolean("enabled").notNull().default(true),
    flatTemperatureUnit: text("flat_temperature_unit", { enum: FLAT_TEMPERATURE_UNITS })
      .notNull()
      .default("F"),
    /** The owner's setting; null to use what each sensor's payload is known to mean. */
    contactTrueMeans: text("contact_true_means", { enum: CONTACT_MEANINGS }),
    ingestKeyHash: bytes("ingest_key_hash"),
    /** The key, sealed, to reveal it again; null unless a key vault is configured. */
    sealedIngestKey: text("sealed_ingest_key"),
    /** The key, sealed for the callout after its creation; deleted when the callout ends. */
    calloutIngestKey: text("callout_ingest_key"),
    calloutUntil: moment("callout_until"),
    batteryPct: real("battery_pct"),
    /** The level and time after it was last charged or replaced, from which its end is predicted. */
    chargedPct: real("charged_pct"),
    chargedAt: moment("charged_at"),
    rssi: real("rssi"),
    /** The last receive time, by a trusted clock. */
    lastSeenAt: moment("last_seen_at"),
    /** The newest receive time that an instance stated: a newer request is surely no retry. */
    requestedAt: moment("requested_at"),
    /** Seconds between the last posts, newest first, from which the usual interval is learned. */
    recentGaps: integer("recent_gaps").array().notNull().default([]),
    /**
     * Of the last posts, newest first: by how many seconds the readings' own times were behind the receive time, and
     * how many seconds after the post before it each came, negative if it had nothing new. Empty if the last post had
     * no times of its own. `clock_lag` of schema/sql decides what they show about the device's clock.
     */
    clockLags: real("clock_lags").array().notNull().default([]),
    clockLagGaps: real("clock_lag_gaps").array().notNull().default([]),
    /**
     * The form of a usual post (`bodyShape` of lib/readings/read-payload.ts), and each sensor's deadband by its position
     * (lib/alerts/deadband), null if it has none. Triggers clear them as soon as anything changes that the rules
     * depend on; the number marks deadbands that were derived before.
     */
    bodyShape: integer("body_shape"),
    deadbandLow: doublePrecision("deadband_low").array(),
    deadbandHigh: doublePrecision("deadband_high").array(),
    deadbandVersion: integer("deadband_version").notNull().default(0),
    /** In the order of the sensors' positions, from 1. */
    latestValues: doublePrecision("latest_values").array().notNull().default([]),
    latestAt: moment("latest_at").array().notNull().default([]),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("devices_number").on(table.number),
    uniqueIndex("devices_ingest_key_hash").on(table.ingestKeyHash),
    index("devices_household").on(table.householdId),
  ],
);

/** Numbers of devices that were deleted with their home, until their remaining history is erased. */
export const removedDevices = pgTable("removed_devices", {
  number: integer("number").primaryKey(),
  removedAt: moment("removed_at").notNull(),
});

/**
 * Key and position never change, nor do a unit and kind that the sender states; unstated ones may be settled later.
 * Label, kind and visible may change.
 */
export const sensors = pgTable(
  "sensors",
  {
    id: text("id").primaryKey(),
    deviceId: goesWith("device_id", () => devices.id),
    position: smallint("position").notNull(),
    key: text("key").notNull(),
    label: text("label").notNull(),
    kind: text("kind", { enum: SENSOR_KINDS }).notNull(),
    unit: text("unit"),
    /** Null for sensors older than this column. Values are stored as sent, whatever the source. */
    unitSource: text("unit_source", { enum: UNIT_SOURCES }),
    /** True if its numbers changed as if they were °C, though the payload says °F: from then on, only numbers count. */
    isUnitDoubted: boolean("is_unit_doubted").notNull().default(false),
    /** True for an on/off state (open, wet, detected), stored as 1 or 0; else a measurement. */
    isState: boolean("is_state").notNull(),
    /** The meaning of `true` in a contact's first payload, if known; null for "open". */
    trueMeans: text("true_means", { enum: CONTACT_MEANINGS }),
    visible: boolean("visible").notNull().default(true),
    /** When the probe first reported that it is unplugged; null while it measures. */
    faultyAt: moment("faulty_at"),
    /** The fault that a check of its readings has found, since `faultySince`; null for none. */
    fault: text("fault", { enum: SENSOR_FAULTS }),
    faultySince: moment("faulty_since"),
    /** The place that the owner has set; null before. */
    placement: text("placement", { enum: PLACEMENTS }),
    /** The likely place: PlacementGuess of lib/devices/placement/placement.ts; null before the first check. */
    placementGuess: jsonb("placement_guess"),
    /** The room's usual value for each hour (WeekFloor of lib/alerts/facts.ts), and when it was computed. */
    weekFloor: jsonb("week_floor"),
    weekFloorAt: moment("week_floor_at"),
    /** Overrides of lib/alerts/settings.ts for this sensor. */
    alertSettings: jsonb("alert_settings").notNull().default({}),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("sensors_device_key").on(table.deviceId, table.key),
    uniqueIndex("sensors_device_position").on(table.deviceId, table.position),
    index("sensors_week_floor_due").on(table.weekFloorAt.asc().nullsFirst()).where(sql`kind = 'temperature'`),
  ],
);

/** A request with an `Idempotency-Key` and its answer, kept for a day. */
export const requestReceipts = pgTable(
  "request_receipts",
  {
    householdId: householdId(),
    /** SHA-256 of the key and its sender. */
    keyHash: bytes("key_hash").notNull(),
    /** SHA-256 of the request: the same key with another request is the caller's mistake. */
    requestHash: bytes("request_hash").notNull(),
    /** The attempt that is being answered. Only this attempt may record its result. */
    attempt: text("attempt").notNull(),
    /** Null while it is being answered, and permanently if the result is unknown. */
    status: smallint("status"),
    /** The answer's body, sealed because it may show a secret. */
    sealedAnswer: text("sealed_answer"),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.householdId, table.keyHash] })],
);

/**
 * A device's recent bodies and how they were understood, for setting it up. One row for each device, so that a flood of
 * bodies takes no space. Written in the background, only by `storeReceived`.
 */
export const receivedBodies = pgTable("received_bodies", {
  deviceId: goesWith("device_id", () => devices.id).primaryKey(),
  /** Newest first: ReceivedBody of lib/readings/received-body/received-body.ts. */
  bodies: jsonb("bodies").notNull(),
  /** When the newest body arrived. */
  receivedAt: moment("received_at").notNull(),
});
