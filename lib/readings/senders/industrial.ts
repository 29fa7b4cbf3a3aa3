import { isJsonObject, objectElements } from "../json.ts";
import type { Field, Manner, Part } from "../parts/measures.ts";
import { objectOf, type Sender, sender, textOf, thingOf, walked } from "./sender.ts";

const number = (as: string, unit: string): Field => ({ kind: "generic", unit, as });

/** Seeed's list of measurements by their numbers (sensecap-docs.seeed.cc, "Sensor types"). */
const SENSECAP_FIELDS: Record<string, Field | null> = {
  4097: { kind: "temperature", as: "air_temperature" },
  4098: { kind: "humidity", as: "air_humidity" },
  4099: number("light", "lx"),
  4100: { kind: "co2", as: "co2" },
  4101: { kind: "pressure", unit: "Pa", as: "pressure" },
  4102: { kind: "temperature", as: "soil_temperature" },
  4103: number("soil_moisture", "%"),
  4104: number("wind_direction", "°"),
  4105: number("wind_speed", "m/s"),
  4106: number("ph", "pH"),
  4113: number("rain", "mm/h"),
};

/** What its decoders and its data interface make of a node: `{"messages":[{"measurementId":4097,"measurementValue":5.6}]}` */
export const sensecapPart = (messages: unknown): Part => {
  const said = objectElements([messages].flat(2)).map(
    ({ measurementId, measurementValue }) => [textOf(measurementId), measurementValue] as const,
  );
  const manner = { temperature: "°C", fields: SENSECAP_FIELDS, onlyFields: true };
  return { key: "", label: "", members: Object.fromEntries(said), manner };
};

/** What SenseCAP's data interface sends of a node. */
const sensecap = sender({
  name: "SenseCAP",
  marks: ["messages"],
  isIts: ({ messages }) => objectElements([messages].flat(2)).some((one) => "measurementId" in one),
  parts: ({ messages }) => [sensecapPart(messages)],
});

const DISRUPTIVE_FIELDS: Manner["fields"] = {
  temperature: { kind: "temperature" },
  relativeHumidity: { kind: "humidity", as: "humidity" },
  waterPresent: { kind: "flood", onWords: ["PRESENT"], as: "leak" },
  contact: { kind: "door", onWords: ["OPEN"], as: "door" },
  motion: { kind: "motion", onWords: ["MOTION_DETECTED"] },
  co2: { kind: "co2" },
};

/** What an event carries, under the names of its own type. */
const membersOf = (type: string, data: unknown) => {
  const values = objectOf(objectOf(data)[type]);
  const value = values.value ?? values.state ?? values.ppm;
  return {
    [type]: value,
    temperature: values.temperature ?? values.value,
    relativeHumidity: values.relativeHumidity,
    battery: values.percentage,
  };
};

/** Disruptive Technologies' data connector. */
const disruptive = sender({
  name: "Disruptive Technologies",
  marks: ["event"],
  isIts: ({ event }) => "targetName" in objectOf(event) && "eventType" in objectOf(event),
  parts: ({ event, labels }) => {
    const { targetName, eventType, data } = objectOf(event);
    const type = textOf(eventType);
    const members: Record<string, unknown> = membersOf(type, data);
    if (type !== "temperature" && type !== "humidity") members.temperature = null;
    const thing = thingOf(textOf(targetName).split("/").at(-1), objectOf(labels).name);
    return [
      { ...thing, members, manner: { temperature: "°C", onlyFields: true, fields: DISRUPTIVE_FIELDS } },
    ];
  },
});

/** Elitech's loggers: what they call power is their battery. */
const elitech = walked({
  name: "Elitech",
  marks: ["realData"],
  isIts: ({ realData }) => isJsonObject(realData),
  thing: ({ deviceGuid, deviceName }) => thingOf(deviceGuid, deviceName),
  from: ({ realData }) => realData,
  manner: { temperature: "°C", fields: { power: null } },
});

/** Clouds of makers of sensors for farms, buildings and cold stores. */
export const INDUSTRIAL: readonly Sender[] = [sensecap, disruptive, elitech];
