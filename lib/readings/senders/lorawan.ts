import { done } from "../../kernel/outcome.ts";
import { walk } from "../foreign/walk.ts";
import { entriesOf, isJsonObject, type JsonObject, objectElements } from "../json.ts";
import type { Manner, Part } from "../parts/manner.ts";
import { readNumber } from "../values.ts";
import networks from "./networks.json" with { type: "json" };
import { jsonIn, objectOf, textOf, valueAt } from "./paths.ts";
import { rowManner, rowParts } from "./rows.ts";
import { type Sender, sender, thingOf } from "./sender.ts";

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

/**
 * Decoders of nodes: words of Milesight, whose sockets count Wh and measure mA; Netvox's milliamperes; Browan's status, of
 * which the port tells what it watches; Dragino's "0.00" where no probe is plugged in.
 */
const mannerOf = (members: JsonObject, port: unknown): Manner =>
  rowManner("LoRaWAN node", { ...members, "@port": port });

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

/** Networks that differ only in where they have a node's id and name, what was decoded, and its radio. */
const BY_PATHS = networks.map(({ name, mark, id, label, decoded, radio }) => {
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
