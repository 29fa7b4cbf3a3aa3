import { walk } from "../foreign/walk.ts";
import { isJsonObject, type JsonObject } from "../json.ts";
import type { Manner } from "../parts/part.ts";
import { objectOf, sender, textOf } from "./sender.ts";

const LOCAL: Manner = {
  temperature: "°F",
  pressure: "hPa",
  onlyFields: true,
  fields: {
    current_temp_f: { kind: "temperature", unit: "°F", as: "temperature" },
    current_humidity: { kind: "humidity", as: "humidity" },
    current_dewpoint_f: { kind: "generic", unit: "°F", as: "dew_point" },
    pressure: { kind: "pressure", unit: "hPa" },
    pm2_5_atm: { kind: "pm25", as: "pm25" },
    pm1_0_atm: { kind: "generic", unit: "µg/m³", as: "pm1" },
    pm10_0_atm: { kind: "generic", unit: "µg/m³", as: "pm10" },
    gas_680: { kind: "generic", unit: null, as: "voc_index" },
  },
};

const API: Manner = {
  temperature: "°F",
  pressure: "hPa",
  onlyFields: true,
  fields: {
    temperature: { kind: "temperature" },
    humidity: { kind: "humidity" },
    pressure: { kind: "pressure", unit: "hPa" },
    "pm2.5": { kind: "pm25", as: "pm25" },
    "pm2.5_atm": { kind: "pm25", as: "pm25" },
    "pm1.0": { kind: "generic", unit: "µg/m³", as: "pm1" },
    "pm10.0": { kind: "generic", unit: "µg/m³", as: "pm10" },
  },
};

const isLocal = (body: JsonObject): boolean => "current_temp_f" in body || "pm2_5_atm" in body;

/** PurpleAir: the sensor's own `/json`, and the interface of its map, both in °F. */
export const purpleair = sender({
  name: "PurpleAir",
  marks: ["SensorId", "current_temp_f", "pm2_5_atm", "data_time_stamp", "api_version"],
  isIts: (body) => isLocal(body) || "data_time_stamp" in body || isJsonObject(body.sensor),
  parts: (body) => {
    if (isLocal(body)) return [{ key: "", label: textOf(body.Geo), members: body, manner: LOCAL }];
    const { sensor } = body;
    if (!isJsonObject(sensor)) return walk(body, API);
    return [{ key: "", label: textOf(objectOf(sensor).name), members: sensor, manner: API }];
  },
});
