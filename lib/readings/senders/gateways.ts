import { entriesOf, isJsonObject, type JsonObject, objectElements, objectMembers } from "../json.ts";
import type { Manner, Part, Sender } from "../parts/manner.ts";
import { listOf, objectOf, textOf } from "./paths.ts";
import { rowManner } from "./rows.ts";

/** `1/1026/0`: endpoint, cluster and attribute. */
const MATTER_PATH = /^(\d{1,5})\/(\d{1,5})\/(\d{1,5})$/;

/** What attributes of measuring clusters are; the specification says in which parts each counts. */
const MATTER: Manner = rowManner("Matter attributes");

const [BOOLEAN_STATE, BATTERY_HALF_PERCENT] = ["69/0", "47/12"];
/** Only the device type of an endpoint defines the meaning of its state. */
const STATES: Record<string, string> = { 21: "door", 67: "leak" };

const stateName = (types: unknown): string => {
  const ids = listOf(types).map((one) => objectOf(one)[0] ?? objectOf(one).type);
  return ids.map((id) => STATES[textOf(id)]).find(Boolean) ?? "state";
};

const matterParts = (node: string, attributes: JsonObject): Part[] =>
  entriesOf(attributes).map(([path, value]): Part => {
    const [, endpoint = "", cluster = "", attribute = ""] = MATTER_PATH.exec(path) ?? [];
    const id = `${cluster}/${attribute}`;
    const thing = { key: `node${node}_${endpoint}`, label: `Node ${node}`, manner: MATTER };
    if (id === BATTERY_HALF_PERCENT && typeof value === "number")
      return { ...thing, key: `node${node}`, members: { battery: value / 2 } };
    const name = id === BOOLEAN_STATE ? stateName(attributes[`${endpoint}/29/0`]) : id;
    return { ...thing, members: { [name]: value } };
  });

/** Matter's server for Home Assistant: an attribute that changed, or a node with all of them by their paths. */
export const matter: Sender = {
  name: "Matter",
  marks: ["event", "attributes"],
  isIts: ({ data, attributes }) =>
    [listOf(data)[1], ...Object.keys(objectOf(attributes))].some((path) => MATTER_PATH.test(textOf(path))),
  parts: ({ data, attributes, node_id: id }) => {
    if (!Array.isArray(data)) return matterParts(textOf(id), objectOf(attributes));
    const [node, path, value]: unknown[] = data;
    return matterParts(textOf(node), { [textOf(path)]: value });
  },
};

/** A raw advertisement in hex: the maker's number 0x0499 before the data, which begins with the format's number 5. */
const RUUVI_FORMAT_5 = /^[\dA-F]{0,80}FF990405([\dA-F]{46})/i;

/**
 * A RuuviTag's data (docs.ruuvi.com, "Data format 5 (RAWv2)") in °C, % and Pa; null where it is none. What the tag marks
 * as unavailable is null.
 */
const ruuviData = (raw: unknown): JsonObject | null => {
  const data = RUUVI_FORMAT_5.exec(textOf(raw))?.[1];
  if (data === undefined) return null;
  const word = (at: number): number => Number.parseInt(data.slice(4 * at, 4 * at + 4), 16);
  const [temperature = 0, humidity = 0, pressure = 0] = [word(0), word(1), word(2)];
  const signed = temperature - (temperature > 0x7fff ? 0x1_0000 : 0);
  return {
    mac: data.slice(-12).toUpperCase().match(/../g)?.join(":"),
    temperature: temperature === 0x8000 ? null : (signed * 5) / 1_000,
    humidity: humidity === 0xffff ? null : (humidity * 25) / 10_000,
    pressure: pressure === 0xffff ? null : pressure + 50_000,
  };
};

/** One tag: what the gateway decoded, else the advertisement as it was sent. */
const ruuviTag = (mac: string, tag: JsonObject): Part[] => {
  const raw = ruuviData(tag.data);
  const key = mac || textOf(raw?.mac);
  const members = "temperature" in tag ? tag : (raw ?? tag);
  const label = textOf(tag.name) || `Ruuvi ${key.slice(-5)}`;
  return key === "" ? [] : [{ key, label, members, manner: rowManner("Ruuvi tag") }];
};

/** A Ruuvi Gateway: `{"data":{"gw_mac":"…","tags":{"AA:BB:…":{"rssi":-50,"data":"0201…"}}}}`, or one tag by MQTT. */
export const ruuviGateway: Sender = {
  name: "Ruuvi Gateway",
  marks: ["data", "gw_mac"],
  isIts: (body) => "gw_mac" in body || "gw_mac" in objectOf(body.data),
  parts: (body) => {
    const inner = isJsonObject(body.data) ? body.data : body;
    return isJsonObject(inner.tags)
      ? objectMembers(inner.tags).flatMap(([mac, tag]) => ruuviTag(mac, tag))
      : ruuviTag(textOf(inner.mac ?? inner.id), inner);
  },
};

const MONNIT_STATES: [RegExp, string][] = [
  [/water/i, "leak"],
  [/door|open/i, "door"],
  [/motion/i, "motion"],
];

const barred = (said: unknown): string[] => textOf(said).split("|").slice(0, 8);

/** `plotValues` are in the units of `plotLabels`, whatever the sensor measures in. */
const monnitPart = (message: JsonObject): Part => {
  const [types, labels] = [barred(message.dataType ?? message.dataTypes), barred(message.plotLabels)];
  const [members, units]: [JsonObject, JsonObject] = [{ battery: message.batteryLevel }, {}];
  for (const [at, value] of barred(message.plotValues ?? message.dataValue).entries()) {
    const [type = "", label = ""] = [types[at], labels[at]];
    const state = MONNIT_STATES.find(([form]) => form.test(type))?.[1];
    // Monnit's own words for a share, whose plot says of what, are no name.
    const name = state ?? (type.replace(/^percentage$|Data$/i, "") || label || "value");
    members[name] = value;
    if (state === undefined) units[name] = label;
  }
  const key = textOf(message.sensorID) || textOf(message.sensorName);
  return { key, label: textOf(message.sensorName) || key, members, manner: {}, units: [units] };
};

/** Monnit's webhook: the messages of all sensors of a gateway. */
export const monnit: Sender = {
  name: "Monnit",
  marks: ["sensorMessages", "gatewayMessage"],
  isIts: (body) => Array.isArray(body.sensorMessages),
  parts: (body) => objectElements(body.sensorMessages).map(monnitPart),
};
