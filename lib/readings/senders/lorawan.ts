import { done } from "../../kernel/outcome.ts";
import { walk } from "../foreign/walk.ts";
import { entriesOf, isJsonObject, type JsonObject, objectElements } from "../json.ts";
import type { Manner, Part } from "../parts/manner.ts";
import { readNumber } from "../values.ts";
import networks from "./networks.json" with { type: "json" };
import { allAt, holds, jsonIn, objectOf, textOf, valueAt } from "./paths.ts";
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
  const its = sender({ ...definition, isComplete: true });
  return {
    ...its,
    read: (body, context) => {
      const outcome = its.read(body, context);
      if (!outcome.ok || outcome.value.readings.length > 0) return outcome;
      return outcome.value.health.batteryPct === undefined ? done({ ...outcome.value, health: {} }) : outcome;
    },
  };
};

/** A node's id at the top or in the envelope that marks the network. */
const insideOf = (body: JsonObject, mark: string, id: string): JsonObject => {
  const inner = body[mark];
  return isJsonObject(inner) && !id.includes(".") ? inner : body;
};

/**
 * Networks that differ only in where they have a node's id and name, what was decoded, its port and its radio. A decoder may
 * leave texts alone where the network's own names say it all: then these count.
 */
const BY_PATHS = (networks as Network[]).map(({ name, marks, id, label, decoded, radio, port, when }) => {
  const [mark = ""] = marks;
  const decodedIn = (one: JsonObject): JsonObject[] =>
    decoded.map((path) => jsonIn(valueAt(one, path))).filter(isJsonObject);
  return network({
    name,
    marks,
    isIts: (body) => {
      if (when !== undefined) return holds(when, body);
      const one = insideOf(body, mark, id);
      return textOf(valueAt(one, id)) !== "" && decodedIn(one).length > 0;
    },
    parts: (body) => {
      const one = when === undefined ? insideOf(body, mark, id) : body;
      const all = decodedIn(one);
      const saysMore = (said: JsonObject) => Object.values(said).some((value) => typeof value !== "string");
      const thing = thingOf(valueAt(one, id), valueAt(one, label));
      const radios = allAt(one, radio).flatMap(({ value }) => [value].flat());
      return uplink(
        all.find(saysMore) ?? all[0],
        thing,
        radios,
        Number(valueAt(one, port ?? "port|fPort|FPort")),
      );
    },
  });
});

type Network = {
  name: string;
  marks: string[];
  /** Paths, of several the first that leads anywhere. */
  id: string;
  label: string;
  decoded: string[];
  radio: string;
  port?: string;
  /** What gives it away, where a message that nobody decoded is its, too; else a node's id and what was decoded do. */
  when?: string[];
};

/** A Milesight gateway that posts what it decoded at the top, beside the node's name, perhaps in ChirpStack's manner. */
const milesight = network({
  name: "Milesight",
  marks: ["devEUI", "devEui", "magnet_status", "leakage_status"],
  isIts: (body) => ["objectJSON", "object"].every((mark) => !(mark in body)),
  parts: (body) =>
    uplink(
      { ...body, rxInfo: null, txInfo: null },
      thingOf(body.devEUI ?? body.devEui, body.deviceName),
      body.rxInfo,
    ),
});

/** LoRaWAN: networks and nodes. */
export const LORAWAN_NETWORKS: readonly Sender[] = [...BY_PATHS, milesight];
