import { done } from "../../kernel/outcome.ts";
import { walk } from "../foreign/walk.ts";
import { entriesOf, isJsonObject, type JsonObject, objectElements } from "../json.ts";
import type { Field, Manner, Part } from "../parts/measures.ts";
import { readNumber } from "../values.ts";
import { jsonIn, objectOf, textOf, valueAt } from "./paths.ts";
import { rowParts } from "./rows.ts";
import { type Sender, sender, thingOf } from "./sender.ts";

/** Decoders of LoRaWAN nodes: °C, words of Milesight for states, the keys of Cayenne's LPP. */
const LORAWAN: Manner = {
  temperature: "°C",
  fields: {
    magnet_status: { kind: "door", on: "open|opened", as: "door" },
    door: { kind: "door", on: "open|opened" },
    leakage_status: { kind: "flood", on: "leak|leaking", as: "leak" },
    water_leak: { kind: "flood", on: "leak|leaking|alarm|detected", as: "leak" },
    pir: { kind: "motion", on: "trigger|triggered|occupied|motion" },
    occupancy: { kind: "motion", on: "occupied|trigger" },
    ALARM: null,
    Volt: null,
    // Netvox's codecs pass on milliamperes.
    Current: { kind: "generic", unit: "mA" },
    light_level: { kind: "generic", unit: null },
    // What Elsys counts since the message before.
    motion: { kind: "motion" },
    light: { kind: "generic", unit: "lx" },
  },
};

const MILESIGHT_SOCKET: Readonly<Record<string, Field>> = {
  power_consumption: { kind: "energy", unit: "Wh", as: "energy" },
  current: { kind: "generic", unit: "mA" },
};

/** Browan's decoders call all that its sensors watch a status: their ports tell a door, motion and water apart. */
const BROWAN_STATUS = new Map<unknown, Field>([
  [100, { kind: "door", as: "door" }],
  [102, { kind: "motion", as: "motion" }],
  [106, { kind: "flood", as: "leak" }],
]);

const strongest = (gateways: JsonObject[]): number | null => {
  const signals = gateways
    .map(({ rssi, Rssi, LrrRSSI }) => readNumber(rssi ?? Rssi ?? LrrRSSI))
    .filter((rssi) => rssi !== null);
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

/** Decentlab counts how often somebody moved since the message before. */
const RADIO: Manner = {
  onlyFields: true,
  fields: { activity_counter: { kind: "motion", as: "motion" } },
};

/** What a node measured, with the strength of its signal at the gateway that heard it best. */
const uplink = (
  decoded: unknown,
  thing: { key: string; label: string },
  gateways: unknown,
  port?: unknown,
): Part[] => {
  const members = newestFirst(objectOf(decoded));
  const rssi = strongest(objectElements(gateways));
  const activity = objectOf(members.activity_counter).value;
  const radio = { ...thing, members: { rssi, activity_counter: activity }, manner: RADIO };
  const listed = Array.isArray(members.messages) ? rowParts("SenseCAP", members) : [];
  return [
    radio,
    ...listed.map((part) => ({ ...part, ...thing })),
    ...walk(members, mannerOf(members, port), thing),
  ];
};

/** What a node means by a name of its own, where that depends on the rest of what it says. */
const mannerOf = (members: JsonObject, port: unknown): Manner => {
  const status = "temperatureBoard" in members ? BROWAN_STATUS.get(port) : undefined;
  if (status !== undefined) return { ...LORAWAN, fields: { ...LORAWAN.fields, status } };
  // Milesight's sockets count Wh and measure mA.
  if ("power_consumption" in members && "active_power" in members)
    return { ...LORAWAN, fields: { ...LORAWAN.fields, ...MILESIGHT_SOCKET } };
  // Dragino's soil and distance sensors write it where no probe is plugged in.
  if (members.TempC_DS18B20 !== "0.00") return LORAWAN;
  return { ...LORAWAN, fields: { ...LORAWAN.fields, TempC_DS18B20: null } };
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
    return uplink(decoded, thingOf(ids.device_id, ids.device_id), message.rx_metadata, message.f_port);
  },
});

const CHIRPSTACK_DECODED = ["deviceInfo", "object", "objectJSON"];

/** Version 3 may send the decoded object as text; a Milesight gateway in its manner says it at the top. */
const chirpstackDecodedIn = (body: JsonObject): unknown => {
  if (!CHIRPSTACK_DECODED.some((mark) => mark in body)) return { ...body, rxInfo: null, txInfo: null };
  return isJsonObject(body.object) ? body.object : (jsonIn(body.objectJSON) ?? body.object);
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
      body.fPort,
    );
  },
});

/** A Milesight gateway that posts what it decoded, beside the node's name. */
const milesight = network({
  name: "Milesight",
  marks: ["devEUI", "devEui", "magnet_status", "leakage_status"],
  isIts: (body) => ["objectJSON", "object", "rxInfo"].every((mark) => !(mark in body)),
  parts: (body) => walk(body, mannerOf(body, null), thingOf(body.devEUI ?? body.devEui, body.deviceName)),
});

/** Where networks that differ in nothing else have a node's id and name, what was decoded, and its radio. */
const PATHS: [name: string, mark: string, id: string, label: string, decoded: string[], radio: string][] = [
  ["Helium", "hotspots", "dev_eui", "name", ["decoded.payload", "decoded", "payload"], "hotspots"],
  ["Actility ThingPark", "DevEUI_uplink", "DevEUI", "CustomerData.name", ["payload", "points"], "Lrrs.Lrr"],
  ["LORIOT", "EUI", "EUI", "title", ["decoded.data", "decoded"], "gws"],
  [
    "Everynet",
    "params",
    "meta.device",
    "",
    ["params.decoded_payload", "params.payload"],
    "params.radio.hardware",
  ],
  ["Live Objects", "metadata", "metadata.network.lora.devEUI", "", ["value"], "metadata.network.lora"],
  [
    "AWS IoT Core for LoRaWAN",
    "WirelessDeviceId",
    "WirelessDeviceId",
    "",
    ["PayloadDecoded", "decoded"],
    "WirelessMetadata.LoRaWAN.Gateways",
  ],
  [
    "Milesight Development Platform",
    "data",
    "data.deviceProfile.devEUI",
    "data.deviceProfile.name",
    ["data.payload"],
    "",
  ],
];

const BY_PATHS = PATHS.map(([name, mark, id, label, decoded, radio]) => {
  const inside = (body: JsonObject) => (isJsonObject(body[mark]) && !id.includes(".") ? body[mark] : body);
  return network({
    name,
    marks: [mark],
    isIts: (body) =>
      textOf(valueAt(inside(body), id)) !== "" &&
      decoded.some((path) => isJsonObject(valueAt(inside(body), path))),
    parts: (body) => {
      const one = inside(body);
      const found = decoded.map((path) => valueAt(one, path)).find(isJsonObject);
      const port = Number(one.port ?? one.fPort ?? one.FPort);
      return uplink(
        found,
        thingOf(valueAt(one, id), valueAt(one, label)),
        [valueAt(one, radio)].flat(),
        port,
      );
    },
  });
});

/** LoRaWAN: networks and nodes. */
export const LORAWAN_NETWORKS: readonly Sender[] = [theThingsNetwork, chirpstack, ...BY_PATHS, milesight];
