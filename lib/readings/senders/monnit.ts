import { type JsonObject, objectElements } from "../json.ts";
import type { Part } from "../parts/manner.ts";
import { textOf } from "./paths.ts";
import { sender, thingOf } from "./sender.ts";

const MONNIT_STATES: [RegExp, string][] = [
  [/water/i, "leak"],
  [/door|open/i, "door"],
  [/motion/i, "motion"],
];

const split = (said: unknown): string[] => textOf(said).split("|").slice(0, 8);

const nameOf = (type: string, label: string): string =>
  MONNIT_STATES.find(([form]) => form.test(type))?.[1] ?? (type.replace(/Data$/, "") || label || "value");

/** Monnit's own words for a share, whose plot says of what. */
const isShare = (type: string): boolean => /^percentage$/i.test(type);

const isState = (name: string): boolean => MONNIT_STATES.some(([, state]) => state === name);

/** `plotValues` are in the units of `plotLabels`, whatever the sensor measures in. */
const partOf = (message: JsonObject): Part => {
  const types = split(message.dataType ?? message.dataTypes);
  const labels = split(message.plotLabels);
  const values = split(message.plotValues ?? message.dataValue);
  const names = values.map((_, at) =>
    nameOf(isShare(types[at] ?? "") ? "" : (types[at] ?? ""), labels[at] ?? ""),
  );
  return {
    ...thingOf(message.sensorID, message.sensorName),
    members: {
      battery: message.batteryLevel,
      ...Object.fromEntries(names.map((name, at) => [name, values[at]])),
    },
    manner: {},
    units: [Object.fromEntries(names.map((name, at) => [name, isState(name) ? null : labels[at]]))],
  };
};

/** Monnit's webhook: the messages of all sensors of a gateway. */
export const monnit = sender({
  name: "Monnit",
  marks: ["sensorMessages", "gatewayMessage"],
  isIts: (body) => Array.isArray(body.sensorMessages),
  parts: (body) => objectElements(body.sensorMessages).map(partOf),
});
