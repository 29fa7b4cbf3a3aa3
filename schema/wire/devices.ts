import * as z from "zod/mini";
import { LIMITS } from "../limits.ts";
import {
  BARE_TEMPERATURE_UNITS,
  CONTACT_MEANINGS,
  DEVICE_STATUSES,
  DEVICE_TYPES,
  FLAT_TEMPERATURE_UNITS,
  PLACEMENT_SOURCES,
  PLACEMENTS,
  SENSOR_FAULTS,
  SENSOR_KINDS,
} from "../vocabulary.ts";
import { feedPolls } from "./pull-setup.ts";
import { reasonFields } from "./reason.ts";
import { changeOf, instant, nextCursor, shownText, someId, yesNo } from "./text.ts";

export const Sensor = z.object({
  id: z.string(),
  key: z.string(),
  label: z.string(),
  kind: z.enum(SENSOR_KINDS),
  /** As Home Assistant writes it; null for a state. */
  unit: z.nullable(z.string()),
  /** True while it is unknown whether a temperature is in °F or °C; `unit` is then our assumption. */
  unit_assumed: z.boolean(),
  visible: z.boolean(),
  /** The meaning of `value_bool` true (1) for a door or window; null for every other sensor. */
  true_means: z.nullable(z.enum(CONTACT_MEANINGS)),
  /** 1 or 0 for a state; null before the first reading. */
  value_num: z.nullable(z.number()),
  /** Null for a measurement. */
  value_bool: z.nullable(z.boolean()),
  recorded_at: z.nullable(instant),
  /** The place, which decides the default alerts; null for kinds other than temperature and humidity. */
  placement: z.nullable(z.enum(PLACEMENTS)),
  placement_source: z.nullable(z.enum(PLACEMENT_SOURCES)),
  /** A guess from its name and readings, which the owner may confirm or correct. */
  placement_proposal: z.nullable(
    z.object({ placement: z.enum(PLACEMENTS), reason: z.string(), ...reasonFields }),
  ),
  /** Why its readings aren't trusted; null if they are. */
  fault: z.nullable(z.enum(SENSOR_FAULTS)),
  faulty_since: z.nullable(instant),
});

export const Device = z.object({
  id: z.string(),
  name: z.string(),
  space: z.string(),
  type: z.enum(DEVICE_TYPES),
  enabled: z.boolean(),
  /** The owner's setting of what true means for doors and windows; null for what each payload is known to mean. */
  contact_true_means: z.nullable(z.enum(CONTACT_MEANINGS)),
  /** The unit of temperatures that its posts send without one. */
  flat_temperature_unit: z.enum(FLAT_TEMPERATURE_UNITS),
  battery_pct: z.nullable(z.number()),
  /** Null while it charges or holds, after too short a time, and beyond three years. */
  battery_days_left: z.nullable(z.int().check(z.minimum(0))),
  rssi: z.nullable(z.number()),
  last_seen_at: z.nullable(instant),
  status: z.enum(DEVICE_STATUSES),
  /** How far its clock is ahead of ours, negative if behind; null if it is right or unknown. */
  clock_offset_seconds: z.nullable(z.int()),
  created_at: instant,
  sensors: z.array(Sensor),
  /** The polls of a pull device's feed; null for a push device. */
  feed: z.nullable(z.object({ id: z.string(), ...feedPolls })),
});
export type Device = z.output<typeof Device>;

export const DeviceList = z.object({ devices: z.array(Device), next_cursor: nextCursor });
export type DeviceList = z.output<typeof DeviceList>;

export const DeviceAnswer = z.object({ device: Device });
export type DeviceAnswer = z.output<typeof DeviceAnswer>;

/** The only answers that show an ingest key. */
export const DeviceWithKey = z.object({ device: Device, ingest_key: z.string(), ingest_url: z.string() });
export type DeviceWithKey = z.output<typeof DeviceWithKey>;

const name = shownText(1, LIMITS.deviceNameCharactersMax);

const space = shownText(0, LIMITS.spaceCharactersMax);

export const NewDevice = z.strictObject({ name, space: z._default(space, "") });
export type NewDevice = z.output<typeof NewDevice>;

export const DeviceChange = changeOf({
  name,
  space,
  enabled: yesNo,
  flat_temperature_unit: z.enum(FLAT_TEMPERATURE_UNITS),
  contact_true_means: z.nullable(z.enum(CONTACT_MEANINGS)),
});
export type DeviceChange = z.output<typeof DeviceChange>;

/** Null for what its name and readings suggest. */
const placement = z.nullable(z.enum(PLACEMENTS));

export const SensorsBatch = z.strictObject({
  sensors: z
    .array(
      z.strictObject({
        id: someId,
        label: z.optional(shownText(1, LIMITS.labelCharactersMax)),
        visible: z.optional(yesNo),
        placement: z.optional(placement),
      }),
    )
    .check(z.maxLength(LIMITS.sensorsBatchMax)),
});

export const SensorsBatchAnswer = z.object({ ok: z.literal(true), updated: z.int() });

const label = shownText(1, LIMITS.labelCharactersMax);

export const SensorChange = changeOf({
  label,
  visible: yesNo,
  placement,
  unit: z.enum(BARE_TEMPERATURE_UNITS),
});

/** A sensor, with its device's id. */
export const SensorAnswer = z.object({ sensor: z.extend(Sensor, { device_id: z.string() }) });
export type SensorAnswer = z.output<typeof SensorAnswer>;
