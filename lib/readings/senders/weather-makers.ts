import { isJsonObject, type JsonObject, objectElements } from "../json.ts";
import type { Manner, Part } from "../parts/measures.ts";
import { objectOf, oneThing, type Sender, sender, textOf, thingOf } from "./sender.ts";

const davisWeatherlinkGeneric = (unit: string | null) => ({ kind: "generic", unit }) as const;

const DAVIS_WEATHERLINK_MANNER: Manner = {
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
    dew_point: davisWeatherlinkGeneric("°F"),
    dew_point_in: davisWeatherlinkGeneric("°F"),
    heat_index: davisWeatherlinkGeneric("°F"),
    wind_chill: davisWeatherlinkGeneric("°F"),
    wind_speed_last: davisWeatherlinkGeneric("mph"),
    wind_dir_last: davisWeatherlinkGeneric("°"),
    solar_rad: davisWeatherlinkGeneric("W/m²"),
    uv_index: davisWeatherlinkGeneric(null),
    bar_sea_level: { kind: "pressure", unit: "inHg" },
    bar: { kind: "pressure", unit: "inHg" },
    pm_2p5: { kind: "pm25", as: "pm25" },
    pm_1: davisWeatherlinkGeneric("µg/m³"),
    pm_10: davisWeatherlinkGeneric("µg/m³"),
    ...Object.fromEntries([1, 2, 3, 4].map((slot) => [`temp_${slot}`, { kind: "temperature" } as const])),
    ...Object.fromEntries(
      [1, 2, 3, 4].map((slot) => [`moist_soil_${slot}`, davisWeatherlinkGeneric("cbar")]),
    ),
  },
};

const conditionsOf = (body: JsonObject): JsonObject[] => {
  const local = objectElements(objectOf(body.data).conditions);
  const cloud = objectElements(body.sensors).flatMap(({ data }) => objectElements(data).slice(-1));
  return local.length > 0 ? local : cloud;
};

/** A transmitter's number tells its conditions from those of another; the console has none. */
const davisWeatherlinkPartOf = (conditions: JsonObject): Part => {
  const { txid } = conditions;
  const key = typeof txid === "number" ? `tx${txid}` : "";
  return {
    key,
    label: key === "" ? "" : `Station ${txid}`,
    members: conditions,
    manner: DAVIS_WEATHERLINK_MANNER,
  };
};

/** Davis WeatherLink Live on the local network, and the interface of WeatherLink: °F, inHg and mph. */
const davisWeatherlink = sender({
  name: "Davis WeatherLink",
  marks: ["data", "station_id_uuid", "generated_at"],
  isIts: (body) =>
    Array.isArray(objectOf(body.data).conditions) || (Array.isArray(body.sensors) && "station_id" in body),
  parts: (body) => conditionsOf(body).filter(isJsonObject).map(davisWeatherlinkPartOf),
});

/** The places of an `obs_st` (weatherflow.github.io/Tempest, UDP reference). */
const PLACES: [number, string][] = [
  [2, "wind_avg"],
  [3, "wind_gust"],
  [6, "pressure"],
  [7, "temperature"],
  [8, "humidity"],
  [9, "illuminance"],
  [10, "uv"],
  [11, "solar_radiation"],
  [12, "rain"],
];

const tempestGeneric = (unit: string | null) => ({ kind: "generic", unit }) as const;

const TEMPEST_MANNER = {
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
    wind_avg: tempestGeneric("m/s"),
    wind_gust: tempestGeneric("m/s"),
    rain: tempestGeneric("mm"),
    illuminance: tempestGeneric("lx"),
    uv: tempestGeneric(null),
    solar_radiation: tempestGeneric("W/m²"),
    dew_point: tempestGeneric("°C"),
  },
} as const;

const tempestPartOf = (obs: unknown): Part[] => {
  if (isJsonObject(obs)) return oneThing(obs, TEMPEST_MANNER);
  if (!Array.isArray(obs)) return [];
  const members: JsonObject = Object.fromEntries(PLACES.map(([at, name]) => [name, obs[at]]));
  return oneThing(members, TEMPEST_MANNER);
};

/** WeatherFlow Tempest: what the hub broadcasts, and the observations of its interface. Metric. */
const tempest = sender({
  name: "WeatherFlow Tempest",
  marks: ["obs"],
  isIts: (body) =>
    body.type === "obs_st" ||
    (Array.isArray(body.obs) && body.obs.some((one) => isJsonObject(one) && "air_temperature" in one)),
  parts: (body) => (Array.isArray(body.obs) ? tempestPartOf(body.obs.at(0)) : []),
});

const NETATMO_MANNER = {
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

const netatmoPartOf = (thing: JsonObject): Part => ({
  ...thingOf(thing._id ?? thing.id, thing.module_name ?? thing.name ?? thing.station_name),
  members: { battery: thing.battery_percent, ...thing, ...objectOf(thing.dashboard_data) },
  manner: NETATMO_MANNER,
});

/** Beside the rooms of a home: the tags on its doors, and its plugs. */
const netatmoModule = (module: JsonObject): Part[] => {
  const isDoor = module.type === "NACamDoorTag" && /^(open|closed)$/.test(textOf(module.status));
  if (!isDoor && typeof module.power !== "number") return [];
  const { id, name, status, power } = module;
  return [
    {
      ...thingOf(id, name),
      members: isDoor ? { door: status } : { power },
      manner: { onlyFields: true, fields: { door: { kind: "door" }, power: { kind: "power" } } },
    },
  ];
};

/** A station with its modules (`getstationsdata`), or a home's rooms, doors and plugs (`homestatus`). */
const netatmo = sender({
  name: "Netatmo",
  marks: ["body", "dashboard_data"],
  isIts: (body) =>
    "dashboard_data" in body ||
    objectElements(objectOf(body.body).devices).some((device) => "dashboard_data" in device) ||
    Array.isArray(objectOf(objectOf(body.body).home).rooms),
  parts: (body) => {
    if ("dashboard_data" in body) return [netatmoPartOf(body)];
    const { devices, home } = objectOf(body.body);
    const stations = objectElements(devices).flatMap((device) => [device, ...objectElements(device.modules)]);
    const { rooms, modules } = objectOf(home);
    return [
      ...[...stations, ...objectElements(rooms)].map(netatmoPartOf),
      ...objectElements(modules).flatMap(netatmoModule),
    ];
  },
});

/** Stations of weather with names of their own. */
export const WEATHER_MAKERS: readonly Sender[] = [netatmo, davisWeatherlink, tempest];
