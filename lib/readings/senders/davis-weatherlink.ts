import { isJsonObject, type JsonObject, objectElements } from "../json.ts";
import type { Manner, Part } from "../parts/part.ts";
import { objectOf, sender } from "./sender.ts";

const generic = (unit: string | null) => ({ kind: "generic", unit }) as const;

const MANNER: Manner = {
  temperature: "°F",
  pressure: "inHg",
  onlyFields: true,
  fields: {
    temp: { kind: "temperature", as: "temp_out" },
    hum: { kind: "humidity", as: "hum_out" },
    temp_in: { kind: "temperature" },
    hum_in: { kind: "humidity" },
    temp_out: { kind: "temperature" },
    hum_out: { kind: "humidity" },
    dew_point: generic("°F"),
    dew_point_in: generic("°F"),
    heat_index: generic("°F"),
    wind_chill: generic("°F"),
    wind_speed_last: generic("mph"),
    wind_dir_last: generic("°"),
    solar_rad: generic("W/m²"),
    uv_index: generic(null),
    bar_sea_level: { kind: "pressure", unit: "inHg" },
    bar: { kind: "pressure", unit: "inHg" },
    pm_2p5: { kind: "pm25", as: "pm25" },
    pm_1: generic("µg/m³"),
    pm_10: generic("µg/m³"),
    ...Object.fromEntries([1, 2, 3, 4].map((slot) => [`temp_${slot}`, { kind: "temperature" } as const])),
    ...Object.fromEntries([1, 2, 3, 4].map((slot) => [`moist_soil_${slot}`, generic("cbar")])),
  },
};

const conditionsOf = (body: JsonObject): JsonObject[] => {
  const local = objectElements(objectOf(body.data).conditions);
  const cloud = objectElements(body.sensors).flatMap(({ data }) => objectElements(data).slice(-1));
  return local.length > 0 ? local : cloud;
};

/** A transmitter's number tells its conditions from those of another; the console has none. */
const partOf = (conditions: JsonObject): Part => {
  const { txid } = conditions;
  const key = typeof txid === "number" ? `tx${txid}` : "";
  return { key, label: key === "" ? "" : `Station ${txid}`, members: conditions, manner: MANNER };
};

/** Davis WeatherLink Live on the local network, and the interface of WeatherLink: °F, inHg and mph. */
export const davisWeatherlink = sender({
  name: "Davis WeatherLink",
  marks: ["data", "station_id_uuid", "generated_at"],
  isIts: (body) =>
    Array.isArray(objectOf(body.data).conditions) || (Array.isArray(body.sensors) && "station_id" in body),
  parts: (body) => conditionsOf(body).filter(isJsonObject).map(partOf),
});
