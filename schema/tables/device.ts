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
 * A device and its sensors' latest values. No column that an ingest changes has an index, so that the
 * update stays on its page. Written on the hot path by `record_readings` alone.
 */
export const devices = pgTable(
  "devices",
  {
    id: text("id").primaryKey(),
    /** The short key of its snapshots: an id of text in every history row would cost more than a reading. */
    number: integer("number").notNull().generatedAlwaysAsIdentity(),
    householdId: householdId(),
    type: text("type", { enum: DEVICE_TYPES }).notNull(),
    name: text("name").notNull(),
    space: text("space").notNull(),
    enabled: boolean("enabled").notNull().default(true),
    flatTemperatureUnit: text("flat_temperature_unit", { enum: FLAT_TEMPERATURE_UNITS })
      .notNull()
      .default("F"),
    /** The owner's word; null for what each sensor's payload is known for. */
    contactTrueMeans: text("contact_true_means", { enum: CONTACT_MEANINGS }),
    ingestKeyHash: bytes("ingest_key_hash"),
    /** For revealing it again, where a key vault is configured. */
    sealedIngestKey: text("sealed_ingest_key"),
    /** For the callout after its making; taken away when that ends. */
    calloutIngestKey: text("callout_ingest_key"),
    calloutUntil: moment("callout_until"),
    batteryPct: real("battery_pct"),
    /** What it was, and when, after it was charged or changed last: what its end is foretold from. */
    chargedPct: real("charged_pct"),
    chargedAt: moment("charged_at"),
    rssi: real("rssi"),
    /** The last receive time, by a clock that is to be trusted. */
    lastSeenAt: moment("last_seen_at"),
    /** The newest receive time that an instance gave: a request that is newer is surely no retry. */
    requestedAt: moment("requested_at"),
    /** Seconds between the last readings, newest first: what its usual interval is learned from. */
    recentGaps: integer("recent_gaps").array().notNull().default([]),
    /**
     * How many seconds its readings' own times lay behind their receipt at the last posts, newest first, and
     * how many seconds after the post before each of them came, negative where it said nothing new. Empty where
     * the last post gave no times of its own. `clock_lag` of schema/sql decides what they say about its clock.
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
    /** Ordered by the sensors' positions, from 1. */
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

/** Devices that went with their home, by number, until the history that they left has been erased. */
export const removedDevices = pgTable("removed_devices", {
  number: integer("number").primaryKey(),
  removedAt: moment("removed_at").notNull(),
});

/**
 * Key and position never change once a reading has made them, nor do a unit and a kind that its sender says; those that
 * nobody says may be settled later. Label, kind and visible may change.
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
    /** Null for a sensor that was made before this was noted. Its values are as they were sent whatever it says. */
    unitSource: text("unit_source", { enum: UNIT_SOURCES }),
    /** An on/off state (open, wet, detected), stored as 1 or 0; else a measure. */
    isState: boolean("is_state").notNull(),
    /** What a contact's first payload is known to mean by true; null where that is "open". */
    trueMeans: text("true_means", { enum: CONTACT_MEANINGS }),
    visible: boolean("visible").notNull().default(true),
    /** When the probe first said that it is unplugged; null while it measures. */
    faultyAt: moment("faulty_at"),
    /** What a study of its readings found wrong with it, since `faultySince`; null while it is believed. */
    fault: text("fault", { enum: SENSOR_FAULTS }),
    faultySince: moment("faulty_since"),
    /** The place that its owner says; null until then. */
    placement: text("placement", { enum: PLACEMENTS }),
    /** The likely place: PlacementGuess of lib/devices/placement/placement.ts; null until studied. */
    placementGuess: jsonb("placement_guess"),
    /**
     * What is usual for its room by the hour: WeekFloor of lib/alerts/facts.ts, and of
     * when it is.
     */
    weekFloor: jsonb("week_floor"),
    weekFloorAt: moment("week_floor_at"),
    /** Overrides of lib/alerts/settings.ts for this sensor. */
    alertSettings: jsonb("alert_settings").notNull().default({}),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("sensors_device_key").on(table.deviceId, table.key),
    uniqueIndex("sensors_device_position").on(table.deviceId, table.position),
  ],
);

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
