import { entriesOf, isJsonObject, type JsonObject, objectElements, objectMembers } from "../json.ts";
import type { Manner, Part } from "../parts/manner.ts";
import { objectOf, textOf } from "./paths.ts";
import { rowManner } from "./rows.ts";
import { sender } from "./sender.ts";

/** `1/1026/0`: endpoint, cluster and attribute. */
const MATTER_PATH = /^(\d{1,5})\/(\d{1,5})\/(\d{1,5})$/;

/** What attributes of measuring clusters are; the specification says in which parts each counts. */
const MATTER: Manner = rowManner("Matter attributes");

const BOOLEAN_STATE = "69/0";
const BATTERY_HALF_PERCENT = "47/12";
const CONTACT_SENSOR = 21;
const LEAK_DETECTOR = 67;

/** Only the device type of an endpoint defines the meaning of its state. */
const stateName = (attributes: JsonObject, endpoint: string): string => {
  const types = attributes[`${endpoint}/29/0`];
  const ids = Array.isArray(types) ? types.map((one) => objectOf(one)[0] ?? objectOf(one).type) : [];
  if (ids.includes(CONTACT_SENSOR)) return "door";
  return ids.includes(LEAK_DETECTOR) ? "leak" : "state";
};

const matterParts = (node: string, attributes: JsonObject): Part[] =>
  entriesOf(attributes).map(([path, value]): Part => {
    const [, endpoint = "", cluster = "", attribute = ""] = MATTER_PATH.exec(path) ?? [];
    const id = `${cluster}/${attribute}`;
    const name = id === BOOLEAN_STATE ? stateName(attributes, endpoint) : id;
    const thing = { key: `node${node}_${endpoint}`, label: `Node ${node}`, manner: MATTER };
    if (id === BATTERY_HALF_PERCENT && typeof value === "number")
      return { ...thing, key: `node${node}`, members: { battery: value / 2 } };
    return { ...thing, members: { [name]: value } };
  });

const isMatterPath = (said: unknown): said is string => typeof said === "string" && MATTER_PATH.test(said);

/** Matter's server for Home Assistant: an attribute that changed, or a node with all of them by their paths. */
export const matter = sender({
  name: "Matter",
  marks: ["event", "attributes"],
  isIts: ({ data, attributes }) =>
    (Array.isArray(data) && isMatterPath(data[1])) ||
    (isJsonObject(attributes) && entriesOf(attributes).some(([name]) => isMatterPath(name))),
  parts: ({ data, attributes, node_id: id }) => {
    if (!Array.isArray(data)) return matterParts(textOf(id), objectOf(attributes));
    const [node, path, value]: unknown[] = data;
    return isMatterPath(path) ? matterParts(textOf(node), { [path]: value }) : [];
  },
});

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
export const ruuviGateway = sender({
  name: "Ruuvi Gateway",
  marks: ["data", "gw_mac"],
  isIts: (body) => "gw_mac" in body || "gw_mac" in objectOf(body.data),
  parts: (body) => {
    const inner = isJsonObject(body.data) ? body.data : body;
    if (!isJsonObject(inner.tags)) return ruuviTag(textOf(inner.mac ?? inner.id), inner);
    return objectMembers(inner.tags).flatMap(([mac, tag]) => ruuviTag(mac, tag));
  },
});

const MONNIT_STATES: [RegExp, string][] = [
  [/water/i, "leak"],
  [/door|open/i, "door"],
  [/motion/i, "motion"],
];

const barred = (said: unknown): string[] => textOf(said).split("|").slice(0, 8);

const monnitName = (type: string, label: string): string =>
  MONNIT_STATES.find(([form]) => form.test(type))?.[1] ?? (type.replace(/Data$/, "") || label || "value");

/** Monnit's own words for a share, whose plot says of what. */
const isMonnitShare = (type: string): boolean => /^percentage$/i.test(type);

const isMonnitState = (name: string): boolean => MONNIT_STATES.some(([, state]) => state === name);

/** `plotValues` are in the units of `plotLabels`, whatever the sensor measures in. */
const monnitPart = (message: JsonObject): Part => {
  const types = barred(message.dataType ?? message.dataTypes);
  const labels = barred(message.plotLabels);
  const values = barred(message.plotValues ?? message.dataValue);
  const names = values.map((_, at) =>
    monnitName(isMonnitShare(types[at] ?? "") ? "" : (types[at] ?? ""), labels[at] ?? ""),
  );
  const key = textOf(message.sensorID) || textOf(message.sensorName);
  return {
    key,
    label: textOf(message.sensorName) || key,
    members: {
      battery: message.batteryLevel,
      ...Object.fromEntries(names.map((name, at) => [name, values[at]])),
    },
    manner: {},
    units: [Object.fromEntries(names.map((name, at) => [name, isMonnitState(name) ? null : labels[at]]))],
  };
};

/** Monnit's webhook: the messages of all sensors of a gateway. */
export const monnit = sender({
  name: "Monnit",
  marks: ["sensorMessages", "gatewayMessage"],
  isIts: (body) => Array.isArray(body.sensorMessages),
  parts: (body) => objectElements(body.sensorMessages).map(monnitPart),
});
