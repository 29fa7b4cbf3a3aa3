import { isJsonObject, type JsonObject, objectElements, objectMembers } from "../json.ts";
import type { Manner, Part } from "../parts/part.ts";
import { objectOf, sender, thingOf } from "./sender.ts";

const MANNER: Manner = {
  temperature: "°C",
  onlyFields: true,
  fields: {
    temperature: { kind: "temperature", times: 0.01 },
    humidity: { kind: "humidity", times: 0.01 },
    pressure: { kind: "pressure", unit: "hPa" },
    moisture: { kind: "generic", unit: "%", times: 0.01 },
    water: { kind: "flood" },
    open: { kind: "door", as: "door" },
    presence: { kind: "motion" },
    vibration: { kind: "generic" },
    fire: { kind: "generic", as: "smoke" },
    carbonmonoxide: { kind: "generic" },
    lux: { kind: "generic", unit: "lx" },
    power: { kind: "power" },
    voltage: { kind: "generic", unit: "V" },
    current: { kind: "generic", unit: "A", times: 0.001 },
    consumption: { kind: "energy", unit: "Wh" },
  },
};

const isResource = (one: unknown): one is JsonObject =>
  isJsonObject(one) &&
  isJsonObject(one.state) &&
  ("uniqueid" in one || /^(ZHA|ZLL|CLIP)/.test(String(one.type)));

const partOf = (resource: JsonObject): Part => ({
  ...thingOf(resource.uniqueid ?? resource.id, resource.name),
  members: { battery: objectOf(resource.config).battery, ...objectOf(resource.state) },
  manner: MANNER,
});

const hueContacts = (body: JsonObject): JsonObject[] =>
  objectElements(body.data).filter((one) => isJsonObject(one.contact_report));

/** The Hue bridge's contacts (interface 2): `no_contact` is open. */
export const hueContact = sender({
  name: "Philips Hue, contact",
  marks: ["data"],
  isIts: (body) => hueContacts(body).length > 0,
  parts: (body) =>
    hueContacts(body).map((one) => ({
      ...thingOf(one.id, objectOf(one.metadata).name ?? "Hue contact"),
      members: { door: objectOf(one.contact_report).state },
      manner: { onlyFields: true, fields: { door: { kind: "door", onWords: ["no_contact"] } } },
    })),
});

/** deCONZ and the Hue bridge: an event, a sensor, or all of them by number. Temperatures are in hundredths. */
export const deconz = sender({
  name: "deCONZ",
  marks: ["state", "uniqueid", "1", "2", "3"],
  isIts: (body) => isResource(body) || objectMembers(body).some(([, one]) => isResource(one)),
  parts: (body) =>
    isResource(body)
      ? [partOf(body)]
      : objectMembers(body)
          .map(([, one]) => one)
          .filter(isResource)
          .map(partOf),
});
