import { entriesOf, isJsonObject, objectElements } from "../json.ts";
import type { Manner } from "../parts/part.ts";
import { objectOf, sender } from "./sender.ts";

const MANNER: Manner = {
  temperature: "°F",
  onlyFields: true,
  fields: {
    temperature: { kind: "temperature" },
    humidity: { kind: "humidity" },
    barometric_pressure: { kind: "pressure", unit: "inHg", as: "pressure" },
    dewpoint: { kind: "generic", unit: "°F" },
    vpd: { kind: "generic", unit: "kPa" },
  },
};

/** SensorPush's samples: of each sensor the newest, which is the first. °F and inHg. */
export const sensorpush = sender({
  name: "SensorPush",
  marks: ["total_samples", "last_time", "total_sensors"],
  isIts: (body) => isJsonObject(body.sensors),
  parts: (body) =>
    entriesOf(objectOf(body.sensors)).flatMap(([id, samples]) => {
      const [newest] = objectElements(samples);
      return newest === undefined
        ? []
        : [{ key: id, label: `SensorPush ${id.slice(0, 8)}`, members: newest, manner: MANNER }];
    }),
});
