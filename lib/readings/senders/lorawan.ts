import { done } from "../../kernel/outcome.ts";
import { decodeText } from "../decode-body.ts";
import { walk } from "../foreign/walk.ts";
import { entriesOf, isJsonObject, type JsonObject, objectElements } from "../json.ts";
import type { Field, Manner, Part } from "../parts/part.ts";
import { readNumber } from "../values.ts";
import { objectOf, oneThing, type Sender, sender, textOf, thingOf, walked } from "./sender.ts";

/** Decoders of LoRaWAN nodes: °C, words of Milesight for states, the keys of Cayenne's LPP. */
const LORAWAN: Manner = {
  temperature: "°C",
  fields: {
    magnet_status: { kind: "door", onWords: ["open", "opened"], as: "door" },
    door: { kind: "door", onWords: ["open", "opened"] },
    leakage_status: { kind: "flood", onWords: ["leak", "leaking"], as: "leak" },
    water_leak: { kind: "flood", onWords: ["leak", "leaking", "alarm", "detected"], as: "leak" },
    pir: { kind: "motion", onWords: ["trigger", "triggered", "occupied", "motion"] },
    occupancy: { kind: "motion", onWords: ["occupied", "trigger"] },
    daylight: null,
    ALARM: null,
    Volt: null,
    BatV: null,
    BAT_V: null,
    MOD: null,
    tamper_status: null,
    install: null,
    activity: null,
    light_level: { kind: "generic", unit: null },
    ipso_version: null,
    WATER_LEAK_TIMES: null,
    LAST_WATER_LEAK_DURATION: null,
    DOOR_OPEN_TIMES: null,
    LAST_DOOR_OPEN_DURATION: null,
  },
};

const strongest = (gateways: JsonObject[]): number | null => {
  const signals = gateways.map(({ rssi }) => readNumber(rssi)).filter((rssi) => rssi !== null);
  return signals.length === 0 ? null : Math.max(...signals);
};

/** Adeunis' codecs list what a node has kept, and say so: "values: [t=0, t-1, t-2, ...]". */
const newestFirst = (decoded: JsonObject): JsonObject => {
  const said = objectOf(decoded.bytes);
  if (!/t=0, t-1/.test(textOf(said.decodingInfo))) return decoded;
  const newest = (one: unknown): unknown =>
    isJsonObject(one) && Array.isArray(one.values) ? { ...one, values: one.values.slice(0, 1) } : one;
  return Object.fromEntries(
    entriesOf(said).map(([name, one]) => [name, Array.isArray(one) ? one.map(newest) : newest(one)]),
  );
};

/** What a node measured, with the strength of its signal at the gateway that heard it best. */
const uplink = (decoded: unknown, thing: { key: string; label: string }, gateways: unknown): Part[] => {
  const rssi = strongest(objectElements(gateways));
  const radio = { ...thing, members: { rssi }, manner: { onlyFields: true } };
  return [radio, ...walk(newestFirst(objectOf(decoded)), LORAWAN, thing)];
};

/** A network's uplinks: that a gateway has heard a node says nothing where nothing else of it is understood. */
const network = (definition: Parameters<typeof sender>[0]): Sender => {
  const its = sender(definition);
  return {
    ...its,
    read: (body, context) => {
      const outcome = its.read(body, context);
      if (!outcome.ok || outcome.value.readings.length > 0) return outcome;
      return outcome.value.health.batteryPct === undefined ? done({ ...outcome.value, health: {} }) : outcome;
    },
  };
};

/** The Things Stack v3: what the payload formatter decoded, else what it normalised. */
const theThingsNetwork = network({
  name: "The Things Network",
  marks: ["end_device_ids"],
  isIts: (body) => isJsonObject(body.end_device_ids),
  parts: (body) => {
    const ids = objectOf(body.end_device_ids);
    const message = objectOf(body.uplink_message);
    const [normalized = {}] = objectElements(message.normalized_payload);
    const own = objectOf(message.decoded_payload);
    // A decoder may leave texts alone where the network's own names say it all.
    const saysMore = Object.values(own).some((value) => typeof value !== "string");
    const decoded = saysMore || Object.keys(normalized).length === 0 ? own : normalized;
    return uplink(decoded, thingOf(ids.device_id, ids.device_id), message.rx_metadata);
  },
});

const CHIRPSTACK_DECODED = ["deviceInfo", "object", "objectJSON"];

/** Version 3 may send the decoded object as text; a Milesight gateway in its manner says it at the top. */
const chirpstackDecodedIn = (body: JsonObject): unknown => {
  if (!CHIRPSTACK_DECODED.some((mark) => mark in body)) return { ...body, rxInfo: null, txInfo: null };
  if (isJsonObject(body.object) || typeof body.objectJSON !== "string") return body.object;
  const decoded = decodeText(body.objectJSON);
  return decoded.ok ? decoded.value : {};
};

/** ChirpStack's uplink event, version 4 and 3. */
const chirpstack = network({
  name: "ChirpStack",
  marks: ["deviceInfo", "object", "objectJSON", "rxInfo"],
  isIts: (body) =>
    isJsonObject(body.deviceInfo) ||
    ("devEUI" in body && ("rxInfo" in body || "objectJSON" in body || "object" in body)),
  parts: (body) => {
    const device = isJsonObject(body.deviceInfo) ? body.deviceInfo : body;
    return uplink(
      chirpstackDecodedIn(body),
      thingOf(device.devEui ?? device.devEUI, device.deviceName),
      body.rxInfo,
    );
  },
});

const heliumDecodedIn = ({ decoded, payload }: JsonObject): unknown => {
  const inner = objectOf(decoded).payload;
  return isJsonObject(inner) ? inner : isJsonObject(decoded) ? decoded : payload;
};

/** Helium's console: the payload that its function decoded, and the hotspots that heard it. */
const helium = network({
  name: "Helium",
  marks: ["hotspots", "decoded"],
  isIts: (body) => "dev_eui" in body && ("hotspots" in body || isJsonObject(body.decoded)),
  parts: (body) => uplink(heliumDecodedIn(body), thingOf(body.dev_eui, body.name), body.hotspots),
});

/** A Milesight gateway that posts what it decoded, beside the node's name. */
const milesight = walked({
  name: "Milesight",
  marks: ["devEUI", "devEui", "magnet_status", "leakage_status"],
  isIts: (body) => !("objectJSON" in body) && !("rxInfo" in body),
  thing: ({ devEUI, devEui, deviceName }) => thingOf(devEUI ?? devEui, deviceName),
  manner: LORAWAN,
});

/** Milesight's development platform: `{"eventType":"DEVICE_DATA","data":{"deviceProfile":{…},"payload":{…}}}` */
const milesightPlatform = sender({
  name: "Milesight Development Platform",
  marks: ["eventType"],
  isIts: ({ data }) => isJsonObject(data) && isJsonObject(data.deviceProfile),
  parts: ({ data }) => {
    const device = objectOf(objectOf(data).deviceProfile);
    return uplink(objectOf(data).payload, thingOf(device.devEUI ?? device.sn, device.name), []);
  },
});

const number = (as: string, unit: string): Field => ({ kind: "generic", unit, as });

/** Seeed's list of measurements by their numbers (sensecap-docs.seeed.cc, "Sensor types"). */
const SENSECAP_FIELDS: Record<string, Field | null> = {
  4097: { kind: "temperature", as: "air_temperature" },
  4098: { kind: "humidity", as: "air_humidity" },
  4099: number("light", "lx"),
  4100: { kind: "co2", as: "co2" },
  4101: { kind: "pressure", unit: "Pa", as: "pressure" },
  4102: { kind: "temperature", as: "soil_temperature" },
  4103: number("soil_moisture", "%"),
  4104: number("wind_direction", "°"),
  4105: number("wind_speed", "m/s"),
  4106: number("ph", "pH"),
  4113: number("rain", "mm/h"),
};

/** What its decoders and its data interface make of a node: `{"messages":[{"measurementId":4097,"measurementValue":5.6}]}` */
const sensecap = sender({
  name: "SenseCAP",
  marks: ["messages"],
  isIts: ({ messages }) => objectElements([messages].flat(2)).some((one) => "measurementId" in one),
  parts: ({ messages }) => {
    const said = objectElements([messages].flat(2)).map(
      ({ measurementId, measurementValue }) => [textOf(measurementId), measurementValue] as const,
    );
    const manner = { temperature: "°C", fields: SENSECAP_FIELDS, onlyFields: true };
    return oneThing(Object.fromEntries(said), manner);
  },
});

const DISRUPTIVE_FIELDS: Manner["fields"] = {
  temperature: { kind: "temperature" },
  relativeHumidity: { kind: "humidity", as: "humidity" },
  waterPresent: { kind: "flood", onWords: ["PRESENT"], as: "leak" },
  contact: { kind: "door", onWords: ["OPEN"], as: "door" },
  motion: { kind: "motion", onWords: ["MOTION_DETECTED"] },
  co2: { kind: "co2" },
};

/** What an event carries, under the names of its own type. */
const membersOf = (type: string, data: unknown) => {
  const values = objectOf(objectOf(data)[type]);
  const value = values.value ?? values.state ?? values.ppm;
  return {
    [type]: value,
    temperature: values.temperature ?? values.value,
    relativeHumidity: values.relativeHumidity,
    battery: values.percentage,
  };
};

/** Disruptive Technologies' data connector. */
const disruptive = sender({
  name: "Disruptive Technologies",
  marks: ["event"],
  isIts: ({ event }) => "targetName" in objectOf(event) && "eventType" in objectOf(event),
  parts: ({ event, labels }) => {
    const { targetName, eventType, data } = objectOf(event);
    const type = textOf(eventType);
    const members: Record<string, unknown> = membersOf(type, data);
    if (type !== "temperature" && type !== "humidity") members.temperature = null;
    const thing = thingOf(textOf(targetName).split("/").at(-1), objectOf(labels).name);
    return [
      { ...thing, members, manner: { temperature: "°C", onlyFields: true, fields: DISRUPTIVE_FIELDS } },
    ];
  },
});

/** LoRaWAN: networks, platforms and nodes. */
export const LORAWAN_NETWORKS: readonly Sender[] = [
  disruptive,
  theThingsNetwork,
  chirpstack,
  helium,
  milesightPlatform,
  milesight,
  sensecap,
];
