import { refuse } from "../../kernel/outcome.ts";
import { normaliseUnit } from "../../kernel/units.ts";
import { entriesOf, isJsonObject, type JsonObject } from "../json.ts";
import type { Field, Manner, Part } from "../parts/manner.ts";
import { readParts } from "../parts/read-parts.ts";
import { hasSenmlLabel } from "../senml/records.ts";
import { slug } from "../sensor-keys.ts";
import { guessKind, isStateKind, kindFromClass, plainKind } from "../sensor-kinds.ts";
import { readNumber, readValue } from "../values.ts";
import { objectOf, textOf } from "./paths.ts";
import type { Sender } from "./sender.ts";

/** `state` must be a string and `attributes` an object: a flat body may well have a key called `state`. */
const isEntity = (body: unknown): body is JsonObject =>
  isJsonObject(body) && typeof body.state === "string" && isJsonObject(body.attributes);

/** One reading under its own key and label; of `names` the first that says what it is. */
export const entityPart = (
  key: string,
  label: unknown,
  raw: unknown,
  { unit, field, names = [key] }: { unit: string | null; field?: Field | undefined; names?: string[] },
): Part => {
  const isState = readValue(raw)?.isState === true;
  const name = names.find((each) => guessKind(each, unit, isState) !== "generic") ?? key;
  const manner: Manner = { isExact: true, ...(field === undefined ? {} : { fields: { [name]: field } }) };
  const units = unit === null ? [] : [{ [name]: unit }];
  return {
    key,
    label: textOf(label) || key,
    members: { [name]: raw },
    manner,
    units,
    isWhole: true,
    isPart: true,
  };
};

/** The object id of the entity, else a slug of its name: both stay the same from post to post. */
const keyOf = (entity: JsonObject, friendlyName: string): string => {
  const entityId = textOf(entity.entity_id);
  return entityId.slice(entityId.indexOf(".") + 1).trim() || slug(friendlyName) || "state";
};

/** What the device class says; "connectivity" of a door sensor is not the door, and 35 % of moisture is no leak. */
const fieldOf = (deviceClass: string, raw: unknown, unit: string | null): Field | undefined => {
  const [kind, measured] = [kindFromClass(deviceClass), readValue(raw)];
  if (kind === null) return measured?.isState && deviceClass !== "" ? { kind: "generic" } : undefined;
  const isBit = unit === null && (measured?.value === 0 || measured?.value === 1);
  if (!isStateKind(kind) || measured?.isState || isBit) return kind === "generic" ? { kind, unit } : { kind };
  return { kind: "generic", unit };
};

const readingOf = (entity: JsonObject): Part => {
  const {
    friendly_name: name,
    unit_of_measurement: said,
    device_class: deviceClass,
  } = objectOf(entity.attributes);
  const unit = normaliseUnit(said);
  const field = fieldOf(textOf(deviceClass), entity.state, unit);
  return entityPart(keyOf(entity, textOf(name)), name, entity.state, { unit, field });
};

/** Its highest setting tells a thermostat's scale: 35 and 95 are the same, and so are a boiler's 60 and 140. */
const scaleOf = ({ temperature_unit: said, max_temp: max }: JsonObject): string | null => {
  const named = normaliseUnit(said);
  if (named !== null || typeof max !== "number") return named;
  return max > 75 ? "°F" : max <= 45 ? "°C" : null;
};

/** A thermostat, or the weather: its state is a word, and what it measures stands in its attributes. */
const attributeParts = (entity: JsonObject): Part[] => {
  const attributes = objectOf(entity.attributes);
  const [, domain] = /^(climate|water_heater|humidifier|weather)\./.exec(textOf(entity.entity_id)) ?? [];
  if (domain === undefined || /^un(?:available|known)$/.test(textOf(entity.state))) return [];
  const name = textOf(attributes.friendly_name);
  const scale = scaleOf(attributes);
  return (["temperature", "humidity"] as const).flatMap((kind) => {
    const raw = attributes[domain === "weather" ? kind : `current_${kind}`];
    if (readValue(raw)?.isState !== false) return [];
    const key = `${keyOf(entity, name)}_${kind}`;
    const unit = kind === "humidity" ? "%" : scale;
    // Without a scale they are in °C, as nearly everywhere.
    return [
      { ...entityPart(key, `${name} ${kind}`, raw, { unit }), manner: { fields: { [key]: { kind } } } },
    ];
  });
};

const entitiesOf = (body: unknown): JsonObject[] => (Array.isArray(body) ? body : [body]).filter(isEntity);

const NONE_USABLE =
  "No usable reading: saw a Home Assistant entity whose state is no number and none of on, off, open, closed";

const isEntityId = (value: unknown): boolean => typeof value === "string" && /^[a-z_]+\.\w+$/.test(value);

/** An automation's template may call the entity and its state by other names. */
const IDS = ["entity", "entityId", "sensor"];
const idIn = ({ entity_id: id, ...others }: JsonObject): unknown =>
  id ?? IDS.map((name) => others[name]).find((one) => /^(?:binary_)?sensor\.\w+$/.test(textOf(one)));

/** What Home Assistant, its webhooks and Node-RED put around an event. */
const AROUND_EVENT = ["data", "trigger", "event", "payload"];
const EVENT_DEPTH_MAX = 4;

/** The innermost of the envelopes around an event; the body itself where it has none. */
const eventIn = (body: JsonObject): JsonObject => {
  let inner = body;
  for (let depth = 0; depth < EVENT_DEPTH_MAX && !("new_state" in inner); depth += 1) {
    const next = AROUND_EVENT.map((name) => inner[name]).find(isJsonObject);
    if (next === undefined) break;
    inner = next;
  }
  return inner;
};

/** The new state in an event or a trigger, or an entity whose attributes stand beside its state. */
const entityIn = (body: JsonObject): JsonObject | null => {
  const inner = eventIn(body);
  const state = inner.new_state ?? inner.to_state;
  if (isJsonObject(state)) return { entity_id: inner.entity_id, attributes: {}, ...state };
  const [id, said] = [idIn(inner), inner.state ?? inner.value];
  if (!isEntityId(id) || said === undefined || said === null) return null;
  const named = { friendly_name: inner.name, unit_of_measurement: inner.unit };
  const attributes = { ...named, ...inner, ...objectOf(inner.attributes) };
  return { entity_id: id, state: String(said), attributes };
};

/** An entity of its REST interface, several, or what its `state_changed` says, as an event or a trigger's variables. */
const saidBy = (body: unknown): JsonObject[] => {
  const entities = entitiesOf(body);
  if (entities.length > 0 || !isJsonObject(body)) return entities;
  const entity = entityIn(body);
  return entity === null ? [] : entitiesOf(entity);
};

/** A number at the top of something that has a state is a flat key. */
const isFlat = (body: unknown): boolean =>
  isEntity(body) &&
  entriesOf(body).some(([name, raw]) => readNumber(raw) !== null && plainKind(name) !== "generic");

/** `{"entity_id","state","attributes":{"unit_of_measurement","device_class","friendly_name"}}`, in whatever envelope. */
export const homeAssistant: Sender = {
  name: "Home Assistant",
  marks: ["event_type", "new_state", "to_state", "entity_id", "attributes", ...AROUND_EVENT, ...IDS],
  claims: (body) =>
    saidBy(body).length > 0 && !isFlat(body) && !(Array.isArray(body) && body.some(hasSenmlLabel)),
  read: (body) => {
    const read = readParts(saidBy(body).flatMap((entity) => [readingOf(entity), ...attributeParts(entity)]));
    // An unavailable entity is no sign of life, even with a battery beside it.
    return read.ok && read.value.readings.length === 0 && read.value.faultyKeys.length === 0
      ? refuse("unusable_payload", NONE_USABLE)
      : read;
  },
};
