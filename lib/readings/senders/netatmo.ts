import { type JsonObject, objectElements } from "../json.ts";
import type { Part } from "../parts/part.ts";
import { objectOf, sender, thingOf } from "./sender.ts";

const MANNER = {
  temperature: "°C",
  pressure: "mbar",
  onlyFields: true,
  fields: {
    Temperature: { kind: "temperature" },
    temperature: { kind: "temperature" },
    therm_measured_temperature: { kind: "temperature", as: "temperature" },
    Humidity: { kind: "humidity" },
    humidity: { kind: "humidity" },
    CO2: { kind: "co2" },
    Pressure: { kind: "pressure", unit: "mbar" },
    Noise: { kind: "generic", unit: "dB" },
    Rain: { kind: "generic", unit: "mm" },
    WindStrength: { kind: "generic", unit: "km/h" },
    GustStrength: { kind: "generic", unit: "km/h" },
  },
} as const;

const partOf = (thing: JsonObject): Part => ({
  ...thingOf(thing._id ?? thing.id, thing.module_name ?? thing.name ?? thing.station_name),
  members: { battery: thing.battery_percent, ...thing, ...objectOf(thing.dashboard_data) },
  manner: MANNER,
});

/** A station with its modules (`getstationsdata`), or the rooms of a home (`homestatus`). */
export const netatmo = sender({
  name: "Netatmo",
  marks: ["body", "dashboard_data"],
  isIts: (body) =>
    "dashboard_data" in body ||
    objectElements(objectOf(body.body).devices).some((device) => "dashboard_data" in device) ||
    Array.isArray(objectOf(objectOf(body.body).home).rooms),
  parts: (body) => {
    if ("dashboard_data" in body) return [partOf(body)];
    const { devices, home } = objectOf(body.body);
    const stations = objectElements(devices).flatMap((device) => [device, ...objectElements(device.modules)]);
    return [...stations, ...objectElements(objectOf(home).rooms)].map(partOf);
  },
});
