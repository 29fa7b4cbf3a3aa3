import { entriesOf, isJsonObject, type JsonObject } from "../json.ts";
import type { Manner, Part } from "../parts/manner.ts";
import { objectOf, textOf } from "./paths.ts";
import { rowManner } from "./rows.ts";
import { type Sender, sender } from "./sender.ts";

/** `1/1026/0`: endpoint, cluster and attribute. */
const PATH = /^(\d{1,5})\/(\d{1,5})\/(\d{1,5})$/;

/** What attributes of measuring clusters are; the specification says in which parts each counts. */
const MANNER: Manner = rowManner("Matter attributes");

const BOOLEAN_STATE = "69/0";
const BATTERY_HALF_PERCENT = "47/12";
const CONTACT_SENSOR = 21;
const LEAK_DETECTOR = 67;

/** Only the device type of an endpoint defines the meaning of its state. */
const stateName = (attributes: JsonObject, endpoint: string): string => {
  const types = saidIn(attributes[`${endpoint}/29/0`]);
  const ids = Array.isArray(types) ? types.map((one) => objectOf(one)[0] ?? objectOf(one).type) : [];
  if (ids.includes(CONTACT_SENSOR)) return "door";
  return ids.includes(LEAK_DETECTOR) ? "leak" : "state";
};

/** Older servers write `{"cluster_id":1026,…,"value":2150}`. */
const saidIn = (said: unknown): unknown => (isJsonObject(said) ? said.value : said);

const partsOf = (node: string, attributes: JsonObject): Part[] =>
  entriesOf(attributes).flatMap(([path, said]): Part[] => {
    const [, endpoint = "", cluster = "", attribute = ""] = PATH.exec(path) ?? [];
    const id = `${cluster}/${attribute}`;
    const value = saidIn(said);
    const name = id === BOOLEAN_STATE ? stateName(attributes, endpoint) : id;
    const thing = { key: `node${node}_${endpoint}`, label: `Node ${node}`, manner: MANNER };
    if (id === BATTERY_HALF_PERCENT && typeof value === "number")
      return [{ ...thing, key: `node${node}`, members: { battery: value / 2 } }];
    return [{ ...thing, members: { [name]: value } }];
  });

const isPath = (said: unknown): said is string => typeof said === "string" && PATH.test(said);

/** Matter's server for Home Assistant: an attribute that changed, or a node with all of them by their paths. */
export const matter: Sender = sender({
  name: "Matter",
  marks: ["event", "attributes"],
  isIts: ({ data, attributes }) =>
    (Array.isArray(data) && isPath(data[1])) ||
    (isJsonObject(attributes) && entriesOf(attributes).some(([name]) => isPath(name))),
  parts: ({ data, attributes, node_id: id }) => {
    if (!Array.isArray(data)) return partsOf(textOf(id), objectOf(attributes));
    const [node, path, value]: unknown[] = data;
    return isPath(path) ? partsOf(textOf(node), { [path]: value }) : [];
  },
});
