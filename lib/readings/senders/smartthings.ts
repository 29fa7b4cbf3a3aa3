import { normaliseUnit } from "../../kernel/units.ts";
import { type JsonObject, objectElements, objectMembers } from "../json.ts";
import type { Manner, Part } from "../parts/part.ts";
import { objectOf, sender, textOf } from "./sender.ts";

const MANNER: Manner = {
  onlyFields: true,
  fields: {
    temperature: { kind: "temperature" },
    humidity: { kind: "humidity" },
    contact: { kind: "door", onWords: ["open"] },
    water: { kind: "flood", onWords: ["wet"], as: "leak" },
    motion: { kind: "motion", onWords: ["active"] },
    presence: null,
    carbonDioxide: { kind: "co2", as: "co2" },
    fineDustLevel: { kind: "pm25", as: "pm25" },
    illuminance: { kind: "generic", unit: "lx" },
    power: { kind: "power" },
    energy: { kind: "energy" },
    switch: { kind: "generic" },
    smoke: { kind: "generic", onWords: ["detected"] },
  },
};

/** Attributes of all capabilities of a component, with their units. */
const partOf = (key: string, capabilities: JsonObject): Part => {
  const attributes = objectMembers(capabilities).flatMap(([, one]) => objectMembers(one));
  return {
    key,
    label: key,
    members: Object.fromEntries(attributes.map(([name, { value }]) => [name, value])),
    manner: MANNER,
    units: [Object.fromEntries(attributes.map(([name, { unit }]) => [name, normaliseUnit(unit)]))],
  };
};

const eventsIn = (body: JsonObject): JsonObject[] =>
  objectElements(objectOf(body.eventData).events).map(({ deviceEvent }) => objectOf(deviceEvent));

/** SmartThings: a device's status, and the events that it sends to a subscriber. */
export const smartthings = sender({
  name: "SmartThings",
  marks: ["components", "eventData"],
  isIts: (body) => objectMembers(objectOf(body.components)).length > 0 || eventsIn(body).length > 0,
  parts: (body) => {
    const events = eventsIn(body).map(({ deviceId, attribute, value }) => ({
      key: textOf(deviceId),
      label: `SmartThings ${textOf(deviceId).slice(0, 8)}`,
      members: { [textOf(attribute)]: value },
      manner: MANNER,
    }));
    const components = objectMembers(objectOf(body.components));
    return [...events, ...components.map(([name, one]) => partOf(name === "main" ? "" : name, one))];
  },
});
