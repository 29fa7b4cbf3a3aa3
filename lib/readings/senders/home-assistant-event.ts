import { isJsonObject, type JsonObject } from "../json.ts";
import { homeAssistant } from "../styles/home-assistant.ts";
import { objectOf, type Sender } from "./sender.ts";

const isEntityId = (value: unknown): boolean => typeof value === "string" && /^[a-z_]+\.\w+$/.test(value);

/** The new state in an event or a trigger, or an entity whose attributes stand beside its state. */
const entityIn = (body: JsonObject): JsonObject | null => {
  const inner = isJsonObject(body.data) ? body.data : isJsonObject(body.trigger) ? body.trigger : body;
  const state = inner.new_state ?? inner.to_state;
  if (isJsonObject(state)) return { entity_id: inner.entity_id, attributes: {}, ...state };
  if (!isEntityId(inner.entity_id) || inner.state === undefined) return null;
  const attributes = { ...inner, ...objectOf(inner.attributes) };
  return { entity_id: inner.entity_id, state: String(inner.state), attributes };
};

/** Home Assistant's `state_changed`, as an event, a trigger's variables or the flat body of an automation. */
export const homeAssistantEvent: Sender = {
  name: "Home Assistant event",
  marks: ["event_type", "trigger", "new_state", "to_state", "entity_id"],
  claims: (body) =>
    isJsonObject(body) &&
    entityIn(body) !== null &&
    !(isEntityId(body.entity_id) && isJsonObject(body.attributes)),
  read: (body, context) => homeAssistant.read(isJsonObject(body) ? entityIn(body) : null, context),
};
