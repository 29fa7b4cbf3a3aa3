import type { Json } from "./json-schema.ts";
import type { RouteWords } from "./route.ts";

/** A body that no zod schema reads: its JSON Schema, and what real clients send. */
type RawBody = { schema: Json; examples: Record<string, { summary: string; value: unknown }> };

const number = { type: "number" };
const text = { type: "string" };
const recordedAt = {
  type: ["string", "number"],
  description:
    "When it was measured: ISO 8601 with a zone, or seconds or milliseconds since 1970. Without it, the time of receipt applies.",
};
const health = {
  recorded_at: recordedAt,
  battery: { type: "number", minimum: 0, maximum: 100, description: "Battery percent" },
  battery_pct: { type: "number", minimum: 0, maximum: 100, description: "Battery percent" },
  rssi: { type: "number", minimum: -150, maximum: 0, description: "Radio signal strength in dBm" },
};

const flatKeys: Json = {
  title: "Flat keys",
  description:
    "Each key is a sensor; a number is from -1e18 to 1e18; temperatures are °F unless the key or the device says otherwise. One level of nesting, as from Tasmota and Shelly, is read if there is no sensor at the top.",
  type: "object",
  properties: health,
  additionalProperties: true,
};

const classicTemp: Json = {
  title: "Classic temp object",
  description: "By the index of the probe, and avg. Flat keys beside it are read too.",
  type: "object",
  properties: {
    ...health,
    temp: {
      anyOf: [
        {
          type: "object",
          additionalProperties: { type: "object", properties: { c: number, f: number, h: number } },
        },
        { type: ["number", "string"] },
      ],
    },
  },
  required: ["temp"],
  additionalProperties: true,
};

const typedSensors: Json = {
  title: "Typed sensors",
  description:
    "Another word for a kind, such as leak or contact, means that kind; an unknown one becomes generic. Kinds: temperature, humidity, co2, pressure, pm25, voc, level, energy, door, power, flood, motion, generic.",
  type: "object",
  properties: {
    ...health,
    sensors: {
      type: "array",
      items: {
        type: "object",
        properties: {
          key: text,
          kind: text,
          value: { type: ["number", "string", "boolean"] },
          unit: text,
          bool: { type: "boolean" },
          recorded_at: recordedAt,
        },
        required: ["key"],
      },
    },
  },
  required: ["sensors"],
  additionalProperties: true,
};

const senml: Json = {
  title: "SenML",
  description: "A pack of RFC 8428; the last segment of the name is the key.",
  type: "array",
  items: {
    type: "object",
    properties: {
      bn: text,
      bt: number,
      bu: text,
      bv: number,
      bs: number,
      bver: { type: "integer" },
      n: text,
      u: text,
      v: number,
      vb: { type: "boolean" },
      vs: text,
      vd: text,
      s: number,
      t: number,
    },
    additionalProperties: true,
  },
};

const buffer: Json = {
  title: "Several bodies, each with its time",
  description: "Each is stored at its time; the newest is the latest value.",
  type: "array",
  minItems: 1,
  items: {
    type: "object",
    properties: health,
    required: ["recorded_at"],
    additionalProperties: true,
  },
};

const entityFields: Json = {
  properties: {
    state: text,
    attributes: {
      type: "object",
      properties: { unit_of_measurement: text, device_class: text, friendly_name: text },
      additionalProperties: true,
    },
  },
  required: ["state", "attributes"],
};

const homeAssistant: Json = {
  title: "Home Assistant entity",
  type: "object",
  ...entityFields,
  additionalProperties: true,
};

const homeAssistantBatch: Json = {
  title: "Home Assistant entities",
  type: "array",
  minItems: 1,
  items: { type: "object", ...entityFields, additionalProperties: true },
};

const entity = {
  entity_id: "sensor.cellar_temperature",
  state: "4.5",
  attributes: { unit_of_measurement: "°C", friendly_name: "Cellar temperature" },
};

/** Everything that a device may post; an example a style. */
const readings: RawBody = {
  schema: { anyOf: [flatKeys, classicTemp, typedSensors, buffer, senml, homeAssistant, homeAssistantBatch] },
  examples: {
    flat: {
      summary: "Flat keys",
      value: { temp1: 38.5, humidity1: 61, door1: false, battery: 87, rssi: -61 },
    },
    classic: {
      summary: "Classic temp object",
      value: { temp: { "0": { c: 4.5, f: 40.1, h: 61 }, avg: { c: 4.5, f: 40.1 } } },
    },
    typed: {
      summary: "Typed sensors",
      value: {
        sensors: [
          { key: "crawl_space", kind: "temperature", value: 38.5, unit: "°F" },
          { key: "hatch", kind: "door", bool: true },
        ],
        battery_pct: 87,
      },
    },
    buffer: {
      summary: "What a device kept",
      value: [
        { recorded_at: "2026-11-20T10:00:00Z", temp1: 41.2 },
        { recorded_at: "2026-11-20T10:15:00Z", temp1: 40.8 },
      ],
    },
    senml: {
      summary: "SenML (RFC 8428)",
      value: [
        { bn: "urn:dev:ow:10e2073a01080063:", n: "temperature", u: "Cel", v: 4.5 },
        { n: "humidity", u: "%RH", v: 61 },
        { n: "door", vb: true },
      ],
    },
    homeAssistant: { summary: "A Home Assistant entity", value: entity },
    homeAssistantBatch: { summary: "Several Home Assistant entities", value: [entity] },
  },
};

/** An MQTT message as a bridge posts it. */
const mqtt: RawBody = {
  schema: {
    type: "object",
    properties: {
      topic: { type: "string", description: "Informational: the body's keys name the sensors" },
      payload: { description: "A JSON object or array, or a string that holds one" },
      message: { type: "object", description: "The ingest body; wins over payload" },
    },
    additionalProperties: true,
    anyOf: [{ required: ["payload"] }, { required: ["message"] }],
  },
  examples: {
    payload: {
      summary: "As text from a broker",
      value: { topic: "home/cellar", payload: '{"temp1":38.5,"humidity1":61}' },
    },
    message: { summary: "As JSON", value: { topic: "home/cellar", message: { temp1: 38.5 } } },
  },
};

/** The bodies that routes name; no function carries their words. */
export const RAW_BODIES: { readonly [Name in NonNullable<RouteWords["rawBody"]>]: RawBody } = {
  readings,
  mqtt,
};
