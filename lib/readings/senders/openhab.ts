import { isJsonObject } from "../json.ts";
import type { Part } from "../parts/manner.ts";
import { jsonIn, objectOf, textOf } from "./paths.ts";
import { sender } from "./sender.ts";

const QUANTITY = /^([+-]?\d+(?:\.\d+)?) ?(\S{1,16})$/;
const TOPIC = /^openhab\/items\/([^/]+)\/state/;
const TEXT_CHARACTERS_MAX = 64;

/** `21.5 °C` is a number and its unit; `OPEN` and `ON` are states. */
const openhabPartOf = (name: string, state: string, type: string): Part => {
  const quantity = state.length > TEXT_CHARACTERS_MAX ? null : QUANTITY.exec(state);
  const dimension = type.startsWith("Number:")
    ? `_${type.slice("Number:".length)}`
    : type === "Contact"
      ? "_contact"
      : "";
  const key =
    dimension !== "" && !name.toLowerCase().includes(dimension.slice(1).toLowerCase())
      ? name + dimension
      : name;
  return {
    key: "",
    label: "",
    members: { [key]: quantity?.[1] ?? state },
    manner: type === "Switch" && !/leak|flood/i.test(name) ? { fields: { [key]: { kind: "generic" } } } : {},
    units: quantity?.[2] === undefined ? [] : [{ [key]: quantity[2] }],
  };
};

/** openHAB: an item of its REST interface, or the event of its bus that an item has changed. */
export const openhab = sender({
  name: "openHAB",
  marks: ["stateDescription", "topic", "editable", "groupNames"],
  isIts: (body) =>
    TOPIC.test(textOf(body.topic)) ||
    (typeof body.state === "string" &&
      typeof body.name === "string" &&
      isJsonObject(body.attributes) === false),
  parts: (body) => {
    const item = TOPIC.exec(textOf(body.topic))?.[1];
    if (item === undefined) return [openhabPartOf(textOf(body.name), textOf(body.state), textOf(body.type))];
    const payload = objectOf(jsonIn(body.payload));
    return [openhabPartOf(item, textOf(payload.value), textOf(payload.type))];
  },
});
