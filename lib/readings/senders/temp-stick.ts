import type { JsonObject } from "../json.ts";
import { objectOf, sender, textOf } from "./sender.ts";

const sensorIn = (body: JsonObject): JsonObject => ("last_temp" in body ? body : objectOf(body.data));

/** Temp Stick's interface: °C whatever the display shows. */
export const tempStick = sender({
  name: "Temp Stick",
  marks: ["last_temp", "data"],
  isIts: (body) => "last_temp" in sensorIn(body),
  parts: (body) => {
    const members = sensorIn(body);
    const fields = {
      last_temp: { kind: "temperature", as: "temperature" },
      last_humidity: { kind: "humidity", as: "humidity" },
    } as const;
    return [
      {
        key: "",
        label: textOf(members.sensor_name),
        members,
        manner: { temperature: "°C", onlyFields: true, fields },
      },
    ];
  },
});
