import { decodeText } from "../decode-body.ts";
import { isJsonObject, type JsonObject, objectElements, objectMembers } from "../json.ts";
import { measureOf } from "../parts/measures.ts";
import type { Field, Manner, Part } from "../parts/part.ts";
import { snake } from "../parts/snake.ts";
import { objectOf, sender, textOf } from "./sender.ts";

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

/** What the models of UbiBot have in their first fields (ubibot.com, "Common sensor readings"). */
const UBIBOT: Manner = {
  temperature: "°C",
  onlyFields: true,
  fields: {
    field1: { kind: "temperature", as: "temperature" },
    field2: { kind: "humidity", as: "humidity" },
    field3: { kind: "generic", unit: "lx", as: "illuminance" },
    field8: { kind: "temperature", as: "probe_temperature" },
    rssi: null,
  },
};

/** Its feeds hold a field each, its channels the last values as text. */
const ubibotFields = (body: JsonObject): JsonObject => {
  const { last_values } = objectOf(body.channel);
  const decoded = typeof last_values === "string" ? decodeText(last_values) : null;
  if (decoded?.ok !== true) return Object.assign({}, ...objectElements(body.feeds));
  return Object.fromEntries(objectMembers(objectOf(decoded.value)).map(([name, said]) => [name, said.value]));
};

/** UbiBot's data forwarding, and its interface's channel: °C. */
export const ubibot = sender({
  name: "UbiBot",
  marks: ["product_id", "channel"],
  isIts: (body) => /^ubibot/.test(textOf(body.product_id ?? objectOf(body.channel).product_id)),
  parts: (body) => {
    const { field5, ...fields } = ubibotFields(body);
    const label = textOf(objectOf(body.channel).name ?? body.channel_name);
    return [{ key: "", label, members: { ...fields, rssi: field5 }, manner: UBIBOT }];
  },
});

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
    return [{ key: "", label: "", members: last ?? body, manner: { fields: BARE } }];
  },
});
