import * as z from "zod/mini";
import type { RouteWords } from "./route.ts";

/** A body that is read without a schema: the shape that the document shows, and what real clients send. */
type RawBody = { shape: z.ZodMiniType; examples: Record<string, { summary: string; value: unknown }> };

const number = z.optional(z.number());
const text = z.optional(z.string());
const recordedAt = z
  .union([z.string(), z.number()])
  .check(
    z.describe(
      "When it was measured: ISO 8601 with a zone, or seconds or milliseconds since 1970. Without it, the time of receipt applies.",
    ),
  );
const percent = z.optional(z.number().check(z.minimum(0), z.maximum(100), z.describe("Battery percent")));
const health = {
  recorded_at: z.optional(recordedAt),
  battery: percent,
  battery_pct: percent,
  rssi: z.optional(
    z.number().check(z.minimum(-150), z.maximum(0), z.describe("Radio signal strength in dBm")),
  ),
};

const flatKeys = z.looseObject(health).check(
  z.meta({
    title: "Flat keys",
    description:
      "Each key is a sensor; a number is from -1e18 to 1e18; temperatures are °F unless the key or the device says otherwise. One level of nesting, as from Tasmota and Shelly, is read if there is no sensor at the top.",
  }),
);

const probe = z.object({ c: number, f: number, h: number });
const classicTemp = z
  .looseObject({ ...health, temp: z.union([z.record(z.string(), probe), z.number(), z.string()]) })
  .check(
    z.meta({
      title: "Classic temp object",
      description: "By the index of the probe, and avg. Flat keys beside it are read too.",
    }),
  );

const typedSensor = z.object({
  key: z.string(),
  kind: text,
  value: z.optional(z.union([z.number(), z.string(), z.boolean()])),
  unit: text,
  bool: z.optional(z.boolean()),
  recorded_at: z.optional(recordedAt),
});
const typedSensors = z.looseObject({ ...health, sensors: z.array(typedSensor) }).check(
  z.meta({
    title: "Typed sensors",
    description:
      "Another word for a kind, such as leak or contact, means that kind; an unknown one becomes generic. Kinds: temperature, humidity, co2, pressure, pm25, voc, level, energy, door, power, flood, motion, generic.",
  }),
);

const record = z.looseObject({
  ...{ bn: text, bt: number, bu: text, bv: number, bs: number, bver: z.optional(z.int()) },
  ...{ n: text, u: text, v: number, vb: z.optional(z.boolean()), vs: text, vd: text, s: number, t: number },
});
const senml = z.array(record).check(
  z.meta({
    title: "SenML",
    description: "A pack of RFC 8428; the last segment of the name is the key.",
  }),
);

const buffer = z.array(z.looseObject({ ...health, recorded_at: recordedAt })).check(
  z.minLength(1),
  z.meta({
    title: "Several bodies, each with its time",
    description: "Each is stored at its time; the newest is the latest value.",
  }),
);

const homeAssistant = z.looseObject({
  state: z.string(),
  attributes: z.looseObject({ unit_of_measurement: text, device_class: text, friendly_name: text }),
});

const entity = {
  entity_id: "sensor.cellar_temperature",
  state: "4.5",
  attributes: { unit_of_measurement: "°C", friendly_name: "Cellar temperature" },
};

/** Everything that a device may post; an example a style. */
const readings: RawBody = {
  shape: z.union([
    flatKeys,
    classicTemp,
    typedSensors,
    buffer,
    senml,
    homeAssistant.check(z.meta({ title: "Home Assistant entity" })),
    z.array(homeAssistant).check(z.minLength(1), z.meta({ title: "Home Assistant entities" })),
  ]),
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
  shape: z
    .looseObject({
      topic: text.check(z.describe("Informational: the body's keys name the sensors")),
      payload: z
        .optional(z.unknown())
        .check(z.describe("A JSON object or array, or a string that holds one")),
      message: z.optional(z.looseObject({})).check(z.describe("The ingest body; wins over payload")),
    })
    .check(z.meta({ anyOf: [{ required: ["payload"] }, { required: ["message"] }] })),
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
