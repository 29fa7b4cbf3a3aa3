import { isJsonObject, type JsonObject } from "../json.ts";
import type { Part } from "../parts/part.ts";
import { sender } from "./sender.ts";

/** The places of an `obs_st` (weatherflow.github.io/Tempest, UDP reference). */
const PLACES: [number, string][] = [
  [2, "wind_avg"],
  [6, "pressure"],
  [7, "temperature"],
  [8, "humidity"],
  [9, "illuminance"],
  [10, "uv"],
  [11, "solar_radiation"],
];

const generic = (unit: string | null) => ({ kind: "generic", unit }) as const;

const MANNER = {
  temperature: "°C",
  pressure: "mbar",
  onlyFields: true,
  fields: {
    temperature: { kind: "temperature" },
    air_temperature: { kind: "temperature" },
    humidity: { kind: "humidity" },
    relative_humidity: { kind: "humidity" },
    pressure: { kind: "pressure", unit: "mbar" },
    station_pressure: { kind: "pressure", unit: "mbar" },
    wind_avg: generic("m/s"),
    illuminance: generic("lx"),
    uv: generic(null),
    solar_radiation: generic("W/m²"),
    dew_point: generic("°C"),
  },
} as const;

const partOf = (obs: unknown): Part[] => {
  if (isJsonObject(obs)) return [{ key: "", label: "", members: obs, manner: MANNER }];
  if (!Array.isArray(obs)) return [];
  const members: JsonObject = Object.fromEntries(PLACES.map(([at, name]) => [name, obs[at]]));
  return [{ key: "", label: "", members, manner: MANNER }];
};

/** WeatherFlow Tempest: what the hub broadcasts, and the observations of its interface. Metric. */
export const tempest = sender({
  name: "WeatherFlow Tempest",
  marks: ["obs"],
  isIts: (body) =>
    body.type === "obs_st" ||
    (Array.isArray(body.obs) && body.obs.some((one) => isJsonObject(one) && "air_temperature" in one)),
  parts: (body) => (Array.isArray(body.obs) ? partOf(body.obs.at(0)) : []),
});
