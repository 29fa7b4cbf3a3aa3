import { objectElements } from "../json.ts";
import type { Part } from "../parts/part.ts";
import { objectOf, sender, textOf } from "./sender.ts";

/** Hundredths of °C and of percent (technical.blebox.eu, "tempSensor" and "multiSensor"). */
const MANNER: Part["manner"] = {
  temperature: "°C",
  fields: {
    temperature: { kind: "temperature", unit: "°C", times: 0.01 },
    humidity: { kind: "humidity", times: 0.01 },
    illuminance: { kind: "generic", unit: "lx", times: 0.01 },
    flood: { kind: "flood" },
  },
  onlyFields: true,
};

/** `{"tempSensor":{"sensors":[{"type":"temperature","id":0,"value":518}]}}` */
export const blebox = sender({
  name: "BleBox",
  marks: ["tempSensor", "multiSensor"],
  isIts: ({ tempSensor, multiSensor }) =>
    objectElements(objectOf(tempSensor ?? multiSensor).sensors).length > 0,
  parts: ({ tempSensor, multiSensor }) => {
    const sensors = objectElements(objectOf(tempSensor ?? multiSensor).sensors);
    return sensors.map(({ type, id, value }) => {
      const key = sensors.length === 1 ? "" : textOf(id);
      return { key, label: key, members: { [textOf(type)]: value }, manner: MANNER };
    });
  },
});
