import type { Manner } from "../parts/part.ts";
import { objectOf, sender, textOf, thingOf } from "./sender.ts";

const FIELDS: Manner["fields"] = {
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
export const disruptive = sender({
  name: "Disruptive Technologies",
  marks: ["event"],
  isIts: ({ event }) => "targetName" in objectOf(event) && "eventType" in objectOf(event),
  parts: ({ event, labels }) => {
    const { targetName, eventType, data } = objectOf(event);
    const type = textOf(eventType);
    const members: Record<string, unknown> = membersOf(type, data);
    if (type !== "temperature" && type !== "humidity") members.temperature = null;
    const thing = thingOf(textOf(targetName).split("/").at(-1), objectOf(labels).name);
    return [{ ...thing, members, manner: { temperature: "°C", onlyFields: true, fields: FIELDS } }];
  },
});
