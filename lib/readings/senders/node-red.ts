import { walk } from "../foreign/walk.ts";
import { isJsonObject, type JsonObject } from "../json.ts";
import { sender, textOf } from "./sender.ts";

/** The last words of a topic name a bare value: `home/cellar/temperature`. */
const nameOf = (topic: string): string => topic.split("/").filter(Boolean).slice(-2).join("_");

const isBare = (payload: unknown): boolean => ["number", "boolean", "string"].includes(typeof payload);

/** A whole message of Node-RED: `{"topic":"home/cellar/temperature","payload":21.5,"_msgid":"…"}`. */
export const nodeRed = sender({
  name: "Node-RED",
  marks: ["_msgid"],
  isIts: (body: JsonObject) => "payload" in body,
  parts: ({ payload, topic }) => {
    if (!isBare(payload)) return walk(payload, {});
    const name = nameOf(textOf(topic));
    return isJsonObject(payload) || name === ""
      ? []
      : [{ key: "", label: "", members: { [name]: payload }, manner: {} }];
  },
});
