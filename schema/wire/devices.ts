import * as z from "zod";
import { LIMITS } from "../limits.ts";
import {
  BARE_TEMPERATURE_UNITS,
  CONTACT_MEANINGS,
  DERIVED_KINDS,
  DEVICE_STATUSES,
  DEVICE_TYPES,
  FLAT_TEMPERATURE_UNITS,
  PLACEMENT_SOURCES,
  PLACEMENTS,
  SENSOR_FAULTS,
  SENSOR_KINDS,
} from "../vocabulary.ts";
import { nextCursor } from "./paging.ts";
import { feedPolls } from "./pull-setup.ts";
import { reasonFields } from "./reason.ts";
import { shownText, someId, yesNo } from "./text.ts";

const instant = z.iso.datetime();

export const Sensor = z.object({
  id: z.string(),
  key: z.string(),
  label: z.string(),
  kind: z.enum(SENSOR_KINDS),
  /** Spelt as Home Assistant writes it; null for a state. */
  unit: z.string().nullable(),
  /** True while nobody has said if a temperature is °F or °C; `unit` is then our assumption. */
  unit_assumed: z.boolean(),
  visible: z.boolean(),
  /** What `value_bool` true (1) says of a door or window; null for every other sensor. */
  true_means: z.enum(CONTACT_MEANINGS).nullable(),
  /** A state is 1 or 0; null before the first reading. */
  value_num: z.number().nullable(),
  /** Null for a measure. */
  value_bool: z.boolean().nullable(),
  recorded_at: instant.nullable(),
  /** The place, which decides its default alerts; null for kinds other than temperature and humidity. */
  placement: z.enum(PLACEMENTS).nullable(),
  placement_source: z.enum(PLACEMENT_SOURCES).nullable(),
  /** A guess by its name and readings that its owner may confirm or correct. */
  placement_proposal: z
    .object({ placement: z.enum(PLACEMENTS), reason: z.string(), ...reasonFields })
    .nullable(),
  /** Why it is not believed; null while it is. */
  fault: z.enum(SENSOR_FAULTS).nullable(),
  faulty_since: instant.nullable(),
});

/** Has what a share link's derived readings have, in the temperature's own unit. */
export const DeviceDerived = z.object({
  kind: z.enum(DERIVED_KINDS),
  of: z.array(z.string()),
  unit: z.string(),
  value_num: z.number(),
  recorded_at: instant,
});

export const Device = z.object({
  id: z.string(),
  name: z.string(),
  space: z.string(),
  type: z.enum(DEVICE_TYPES),
  enabled: z.boolean(),
  /** What true means of its doors and windows, as its owner says; null for what each payload is known for. */
  contact_true_means: z.enum(CONTACT_MEANINGS).nullable(),
  battery_pct: z.number().nullable(),
  /** Null while it charges, holds or is known too short a time, and for more than three years. */
  battery_days_left: z.int().min(0).nullable(),
  rssi: z.number().nullable(),
  last_seen_at: instant.nullable(),
  status: z.enum(DEVICE_STATUSES),
  /** Its clock is ahead of ours by so much, or behind where negative; null while it is right or not known. */
  clock_offset_seconds: z.int().nullable(),
  created_at: instant,
  sensors: z.array(Sensor),
  derived: z.array(DeviceDerived),
  /** How the feed of a device that is polled is doing; null for one that posts. */
  feed: z.object({ id: z.string(), ...feedPolls }).nullable(),
});

export type Device = z.output<typeof Device>;

export const DeviceList = z.object({ devices: z.array(Device), next_cursor: nextCursor });

export type DeviceList = z.output<typeof DeviceList>;

export const DeviceAnswer = z.object({ device: Device });

export type DeviceAnswer = z.output<typeof DeviceAnswer>;

/** The only answer that shows an ingest key. */
export const DeviceWithKey = z.object({ device: Device, ingest_key: z.string(), ingest_url: z.string() });

export type DeviceWithKey = z.output<typeof DeviceWithKey>;

const name = shownText(1, LIMITS.deviceNameCharactersMax);

const space = shownText(0, LIMITS.spaceCharactersMax);

export const NewDevice = z.strictObject({ name, space: space.default("") });

export type NewDevice = z.output<typeof NewDevice>;

export const DeviceChange = z
  .strictObject({
    name: name.optional(),
    space: space.optional(),
    enabled: yesNo.optional(),
    flat_temperature_unit: z.enum(FLAT_TEMPERATURE_UNITS, { error: "must be F or C" }).optional(),
    contact_true_means: z
      .enum(CONTACT_MEANINGS, { error: "must be open, closed or null" })
      .nullable()
      .optional(),
  })
  .refine((change) => Object.values(change).some((value) => value !== undefined), {
    error: "must have at least one of name, space, enabled, flat_temperature_unit and contact_true_means",
  })
  .meta({ minProperties: 1 });

export type DeviceChange = z.output<typeof DeviceChange>;

/** Null: as its name and readings suggest. */
const placement = z
  .enum(PLACEMENTS, { error: `must be one of ${PLACEMENTS.join(", ")}, or null` })
  .nullable();

export const SensorsBatch = z.strictObject({
  sensors: z
    .array(
      z.strictObject({
        id: someId,
        label: shownText(1, LIMITS.labelCharactersMax).optional(),
        visible: yesNo.optional(),
        placement: placement.optional(),
      }),
      { error: "must be a list of sensors" },
    )
    .max(LIMITS.sensorsBatchMax, { error: `must be at most ${LIMITS.sensorsBatchMax} sensors` }),
});

export type SensorsBatch = z.output<typeof SensorsBatch>;

export const SensorsBatchAnswer = z.object({ ok: z.literal(true), updated: z.number().int() });

export type SensorsBatchAnswer = z.output<typeof SensorsBatchAnswer>;

const label = shownText(1, LIMITS.labelCharactersMax);

/** What is left out stays. */
export const SensorChange = z
  .strictObject({
    label: label.optional(),
    visible: yesNo.optional(),
    placement: placement.optional(),
    unit: z.enum(BARE_TEMPERATURE_UNITS, { error: "must be °F or °C" }).optional(),
  })
  .refine((change) => Object.values(change).some((value) => value !== undefined), {
    error: "must have at least one of label, visible, placement and unit",
  })
  .meta({ minProperties: 1 });

export type SensorChange = z.output<typeof SensorChange>;

/** A sensor and whose it is. */
export const SensorAnswer = z.object({ sensor: Sensor.extend({ device_id: z.string() }) });

export type SensorAnswer = z.output<typeof SensorAnswer>;
