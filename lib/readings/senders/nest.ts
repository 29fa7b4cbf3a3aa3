import { type JsonObject, objectElements, objectMembers } from "../json.ts";
import type { Part } from "../parts/part.ts";
import { objectOf, sender, textOf } from "./sender.ts";

const FIELDS = {
  ambientTemperatureCelsius: { kind: "temperature", unit: "°C", as: "temperature" },
  ambientHumidityPercent: { kind: "humidity", as: "humidity" },
} as const;

const partOf = (device: JsonObject, key: string): Part => {
  const traits = objectMembers(objectOf(device.traits)).map(([, trait]) => trait);
  const label = traits.map(({ customName }) => textOf(customName)).find(Boolean) ?? "";
  return { key, label, members: Object.assign({}, ...traits), manner: { onlyFields: true, fields: FIELDS } };
};

/** Google Nest's Device Access: a device, a list of them, or an event of a device's traits. */
export const nest = sender({
  name: "Google Nest",
  marks: ["traits", "resourceUpdate", "devices"],
  isIts: (body) =>
    "traits" in body ||
    "resourceUpdate" in body ||
    objectElements(body.devices).some((one) => "traits" in one),
  parts: (body) => {
    const one = "traits" in body ? body : objectOf(body.resourceUpdate);
    const devices = objectElements(body.devices);
    return devices.length === 0
      ? [partOf(one, "")]
      : devices.map((device) => partOf(device, textOf(device.name).split("/").at(-1)?.slice(-12) ?? ""));
  },
});
