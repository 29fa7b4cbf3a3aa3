import { isJsonObject, type JsonObject } from "../json.ts";
import { homeAssistant } from "../styles/home-assistant.ts";
import { objectOf, textOf } from "./paths.ts";
import type { Sender } from "./sender.ts";

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
  return {
    entity_id: id,
    state: String(said),
    attributes: { ...named, ...inner, ...objectOf(inner.attributes) },
  };
};

/** Home Assistant's `state_changed`, as an event, a trigger's variables or the flat body of an automation. */
export const homeAssistantEvent: Sender = {
  name: "Home Assistant event",
  marks: ["event_type", "new_state", "to_state", "entity_id", ...AROUND_EVENT, ...IDS],
  claims: (body) =>
    isJsonObject(body) &&
    entityIn(body) !== null &&
    !(isEntityId(body.entity_id) && isJsonObject(body.attributes)),
  read: (body, context) => homeAssistant.read(isJsonObject(body) ? entityIn(body) : null, context),
};
