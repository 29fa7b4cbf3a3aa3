import { isJsonObject, type JsonObject, objectElements } from "../json.ts";
import type { Field, Part } from "../parts/manner.ts";
import { snake } from "../parts/snake.ts";
import { measureOf } from "../sensor-kinds.ts";
import { objectOf, textOf } from "./paths.ts";
import { oneThing, sender } from "./sender.ts";

const FIELDS = Array.from({ length: 8 }, (_, at) => `field${at + 1}`);
/** Numbers that only their channel could explain: kept as they are. */
const BARE = Object.fromEntries(
  FIELDS.map((name) => [name, { kind: "generic", unit: null } satisfies Field]),
);

/** A field under the name that the channel gives it. */
const namedPart = (channel: JsonObject, feed: JsonObject): Part => {
  const named = FIELDS.filter((name) => textOf(channel[name]) !== "");
  const members = Object.fromEntries(named.map((name) => [textOf(channel[name]), feed[name]]));
  const unexplained = named
    .map((name) => textOf(channel[name]))
    .filter((name) => measureOf(snake(name)) === null);
  const fields = Object.fromEntries(
    unexplained.map((name) => [name, { kind: "generic", unit: null } satisfies Field]),
  );
  return { key: "", label: "", members, manner: { fields } };
};

const isUpdate = (body: JsonObject): boolean =>
  "api_key" in body || "write_api_key" in body || "entry_id" in body;

/** ThingSpeak: an update (query, form or JSON), a bulk update, and the feed of a channel with its fields' names. */
export const thingspeak = sender({
  name: "ThingSpeak",
  marks: ["api_key", "write_api_key", "channel", "entry_id"],
  isIts: (body) => (isJsonObject(body.channel) && Array.isArray(body.feeds)) || isUpdate(body),
  parts: (body) => {
    const last = objectElements(body.feeds ?? body.updates).at(-1);
    if (isJsonObject(body.channel)) return [namedPart(objectOf(body.channel), last ?? {})];
    return oneThing(last ?? body, { fields: BARE });
  },
});
