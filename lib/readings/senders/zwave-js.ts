import { normaliseUnit } from "../../kernel/units.ts";
import { isJsonObject, type JsonObject } from "../json.ts";
import type { Field, Part } from "../parts/manner.ts";
import { objectOf, textOf } from "./paths.ts";
import { sender } from "./sender.ts";

/** Notification values: what is detected, by the property that reports it. */
const STATES: [RegExp, Field][] = [
  [/water alarm|water leak/i, { kind: "flood", as: "leak" }],
  [/motion sensor|home security.*motion|motion/i, { kind: "motion", as: "motion" }],
  [/door state|door\/window|access control/i, { kind: "door", as: "door" }],
  [/smoke/i, { kind: "generic", as: "smoke" }],
];

const DOOR_OPEN = 22;
const BATTERY = "Battery";

const onOf = (value: unknown, field: Field): unknown =>
  typeof value === "number" ? (field.kind === "door" ? value === DOOR_OPEN : value !== 0) : value;

const zwaveJsPartOf = (value: JsonObject, node: JsonObject): Part => {
  const words = [
    value.property,
    value.propertyName,
    value.propertyKey,
    value.propertyKeyName,
    value.label,
  ].map(textOf);
  const said = words.join(" ");
  const label = textOf(node.nodeName ?? node.name ?? value.nodeName);
  const id = textOf(value.nodeId ?? node.nodeId ?? node.id);
  const thing = { key: id === "" ? "" : `node${id}`, label: label || (id === "" ? "" : `Node ${id}`) };
  const now = value.newValue ?? value.value;
  if (value.commandClassName === BATTERY || value.commandClass === 128)
    return {
      ...thing,
      members: { battery: words.includes("level") ? now : null },
      manner: { onlyFields: true },
    };
  const isMeter = value.commandClassName === "Meter" || value.commandClass === 50;
  const state = isMeter ? undefined : STATES.find(([form]) => form.test(said))?.[1];
  const name = words[1] || words[0] || "value";
  if (state !== undefined)
    return {
      ...thing,
      members: { [name]: onOf(now, state) },
      manner: { onlyFields: true, fields: { [name]: state } },
    };
  const unit = normaliseUnit(value.unit ?? objectOf(value.metadata).unit);
  return { ...thing, members: { [name]: now }, manner: {}, units: unit === null ? [] : [{ [name]: unit }] };
};

/** Z-Wave JS: a value of a node as its gateway to MQTT publishes it, or a "value updated" event. */
export const zwaveJs = sender({
  name: "Z-Wave JS",
  marks: ["commandClass", "commandClassName", "event", "nodeId"],
  isIts: (body) => "commandClass" in body || "commandClass" in objectOf(body.args),
  parts: (body) => (isJsonObject(body.args) ? [zwaveJsPartOf(body.args, body)] : [zwaveJsPartOf(body, body)]),
});
