import { normaliseUnit } from "../../kernel/units.ts";
import { entriesOf, isJsonObject, type JsonObject } from "../json.ts";
import { onePart } from "../own-shapes.ts";
import type { Field, Part, Sender } from "../parts/manner.ts";
import { slug } from "../sensor-keys.ts";
import { isStateKind, kindFromClass, kindFromName } from "../sensor-kinds.ts";
import { readNumber, readValue } from "../values.ts";
import { objectOf, textOf } from "./paths.ts";

/** Classes of anything: the name tells of what, be it a leak. */
const SAYS_NOTHING = new Set(["", "enum", "problem", "safety"]);

/** What the device class says; "connectivity" of a door sensor is not the door, and 35 % of moisture is no leak. */
const fieldOf = (deviceClass: string, raw: unknown, unit: string | null): Field | undefined => {
  const [kind, measured] = [kindFromClass(deviceClass), readValue(raw)];
  if (kind === null)
    return measured?.isState && !SAYS_NOTHING.has(deviceClass) ? { kind: "generic" } : undefined;
  const isBit = unit === null && (measured?.value === 0 || measured?.value === 1);
  const isOther = kind === "generic" || (isStateKind(kind) && !measured?.isState && !isBit);
  return isOther ? { kind: "generic", unit } : { kind };
};

/** Its highest setting tells a thermostat's scale: 35 and 95 are the same, and so are a boiler's 60 and 140. */
const scaleOf = ({ temperature_unit: said, max_temp: max }: JsonObject): string | undefined =>
  normaliseUnit(said) ??
  (typeof max !== "number" ? undefined : max > 75 ? "°F" : max <= 45 ? "°C" : undefined);

/** An entity's state, and what a thermostat or the weather measures: its state is a word, and that an attribute. */
const entityParts = (entity: JsonObject): Part[] => {
  const attributes = objectOf(entity.attributes);
  const [id, name, state] = [textOf(entity.entity_id), textOf(attributes.friendly_name), entity.state];
  const [unit, deviceClass] = [
    normaliseUnit(attributes.unit_of_measurement),
    textOf(attributes.device_class),
  ];
  // The object id, else a slug of the name: both stay the same from post to post.
  const key = id.slice(id.indexOf(".") + 1).trim() || slug(name) || "state";
  const [domain] = /^(?:climate|water_heater|humidifier|weather)(?=\.)/.exec(id) ?? [];
  const field = domain === undefined ? fieldOf(deviceClass, state, unit) : ({ kind: "generic" } as const);
  const own = onePart({ key, label: name, raw: state, unit, field });
  if (domain === undefined || /^un(?:available|known)$/.test(textOf(state))) return [own];
  // What a service says of the weather is of no room.
  const [start, label] = domain === "weather" ? ["", "Outdoor"] : ["current_", name];
  const [temperature, humidity] = [attributes[`${start}temperature`], attributes[`${start}humidity`]];
  const manner = { temperature: scaleOf(attributes) };
  return [own, { key, label, members: { temperature, humidity }, manner, isPart: true }];
};

/** An automation's template may call the entity and its state by other names. */
const IDS = ["entity", "entityId", "sensor"];
/** What Home Assistant, its webhooks and Node-RED put around an event. */
const AROUND_EVENT = ["data", "trigger", "event", "payload"];
const EVENT_DEPTH_MAX = 4;

/** Itself, the new state in an event or a trigger, or an entity whose attributes stand beside its state; else null. */
const entityIn = (body: JsonObject, depth = 0): JsonObject | null => {
  // A flat body may well have a key called `state`.
  if (typeof body.state === "string" && isJsonObject(body.attributes)) return body;
  const state = body.new_state ?? body.to_state;
  if (isJsonObject(state) && typeof state.state === "string")
    return { entity_id: body.entity_id, attributes: {}, ...state };
  const inside = AROUND_EVENT.map((name) => body[name]).find(isJsonObject);
  if (inside !== undefined && depth < EVENT_DEPTH_MAX) return entityIn(inside, depth + 1);
  const other = IDS.map((name) => body[name]).find((one) => /^(?:binary_)?sensor\.\w+$/.test(textOf(one)));
  const [id, said] = [textOf(body.entity_id ?? other), body.state ?? body.value];
  if (!/^[a-z_]+\.\w+$/.test(id) || said === undefined || said === null) return null;
  const named = { friendly_name: body.name, unit_of_measurement: body.unit };
  return {
    entity_id: id,
    state: String(said),
    attributes: { ...named, ...body, ...objectOf(body.attributes) },
  };
};

/** A number at the top of something that has a state is a flat key. */
const isFlat = (body: JsonObject): boolean =>
  "attributes" in body &&
  entriesOf(body).some(([name, raw]) => readNumber(raw) !== null && kindFromName(name) !== "generic");

/** `{"entity_id","state","attributes":{"unit_of_measurement","device_class","friendly_name"}}`, in whatever envelope. */
export const homeAssistant: Sender = {
  name: "Home Assistant",
  marks: ["event_type", "new_state", "to_state", "entity_id", "attributes", ...AROUND_EVENT, ...IDS],
  // An unavailable entity is no sign of life, even with a battery beside it.
  isComplete: true,
  silence:
    "No usable reading: saw a Home Assistant entity whose state is no number and none of on, off, open, closed",
  isIts: (body) => !isFlat(body) && entityIn(body) !== null,
  parts: (body) => entityParts(entityIn(body) ?? {}),
};
