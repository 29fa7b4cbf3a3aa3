import { objectElements } from "../json.ts";
import type { Field } from "../parts/part.ts";
import { sender, textOf } from "./sender.ts";

const number = (as: string, unit: string): Field => ({ kind: "generic", unit, as });

/** Seeed's list of measurements by their numbers (sensecap-docs.seeed.cc, "Sensor types"). */
const FIELDS: Record<string, Field | null> = {
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
export const sensecap = sender({
  name: "SenseCAP",
  marks: ["messages"],
  isIts: ({ messages }) => objectElements([messages].flat(2)).some((one) => "measurementId" in one),
  parts: ({ messages }) => {
    const said = objectElements([messages].flat(2)).map(
      ({ measurementId, measurementValue }) => [textOf(measurementId), measurementValue] as const,
    );
    const manner = { temperature: "°C", fields: FIELDS, onlyFields: true };
    return [{ key: "", label: "", members: Object.fromEntries(said), manner }];
  },
});
