import { quantityOf } from "../../kernel/units.ts";
import { isMeasured } from "../foreign/records.ts";
import { walk } from "../foreign/walk.ts";
import { isJsonObject, type JsonObject } from "../json.ts";
import { snake } from "../parts/snake.ts";
import { numberWithUnit, readStateWord } from "../values.ts";
import { jsonIn, objectOf, textOf } from "./paths.ts";
import { oneThing, sender } from "./sender.ts";

/** The last words of a topic name a bare value: `home/cellar/temperature`. */
const nameOf = (topic: string): string => topic.split("/").filter(Boolean).slice(-2).join("_");

const isBare = (payload: unknown): boolean => ["number", "boolean", "string"].includes(typeof payload);

/** A whole message of Node-RED: `{"topic":"home/cellar/temperature","payload":21.5,"_msgid":"…"}`. */
export const nodeRed = sender({
  name: "Node-RED",
  marks: ["_msgid"],
  isIts: ({ payload, data }) => payload !== undefined && !("new_state" in objectOf(data)),
  parts: ({ payload, topic }) => {
    if (!isBare(payload)) return walk(payload, {});
    const name = nameOf(textOf(topic));
    return isJsonObject(payload) || name === "" ? [] : oneThing({ [name]: payload }, {});
  },
});

/** `temp=37.2;hum=60`, as a sketch prints it. */
const pairsIn = (data: string): JsonObject | null => {
  const pairs = data
    .slice(0, PAIRS_READ_MAX)
    .split(/[;,&|\s]+/)
    .map((pair) => pair.split(/[=:]/));
  return pairs.every(([name, value]) => name !== "" && value !== undefined)
    ? Object.fromEntries(pairs)
    : null;
};

/** As much as a Particle event may carry. */
const PAIRS_READ_MAX = 1_024;

/** A Particle event: its data is text, a bare value that the event names or JSON. One key may get many devices. */
export const particle = sender({
  name: "Particle",
  marks: ["coreid"],
  isIts: (body) => "event" in body && "data" in body,
  parts: (body) => {
    const thing = { key: textOf(body.coreid), label: textOf(body.device_name) || "Particle" };
    const data = textOf(body.data);
    if (readStateWord(data) !== null)
      return [{ ...thing, members: { [textOf(body.event)]: data }, manner: {} }];
    const said = jsonIn(data);
    return walk(isJsonObject(said) ? said : (pairsIn(data) ?? body.data), {}, thing);
  },
});

/** What says something of a reading, in IFTTT's three values. */
const isWorded = (value: unknown): boolean =>
  typeof value === "string" && numberWithUnit(value) === null && isMeasured(snake(value));

/** IFTTT's webhooks: of three values one names what another one says. */
export const ifttt = sender({
  name: "IFTTT",
  marks: ["value1"],
  isIts: ({ value1, value2 }) =>
    [value1, value2].some((one) => isWorded(one) || numberWithUnit(one) !== null),
  parts: ({ value1, value2, value3 }) => {
    const values = [value1, value2, value3];
    const name = values.find(isWorded);
    const said = values.filter((value) => value !== name);
    const value =
      said.find((one) => numberWithUnit(one) !== null) ?? said.find((one) => readStateWord(one) !== null);
    const unit = numberWithUnit(value)?.unit ?? "";
    return walk({ name: name ?? quantityOf(unit) ?? "", value }, {});
  },
});
