import { walk } from "../foreign/walk.ts";
import { isJsonObject, type JsonObject, objectElements, objectMembers } from "../json.ts";
import type { Manner, Part } from "../parts/measures.ts";
import { objectOf, oneThing, type Sender, sender, textOf, walked } from "./sender.ts";

const channelsOf = (body: JsonObject): [string, JsonObject][] => objectMembers(objectOf(body.channels));

const isAirGradients = (body: JsonObject): boolean =>
  ["rco2", "atmp", "rhum", "pm02"].filter((name) => name in body).length >= 2;

const airGradientPart = (body: JsonObject, label: string): Part[] =>
  oneThing(
    body,
    {
      temperature: "°C",
      onlyFields: true,
      fields: {
        rco2: { kind: "co2", as: "co2" },
        ...(typeof body.atmpCompensated === "number"
          ? { atmpCompensated: { kind: "temperature", as: "temperature" } }
          : { atmp: { kind: "temperature", as: "temperature" } }),
        ...(typeof body.rhumCompensated === "number"
          ? { rhumCompensated: { kind: "humidity", as: "humidity" } }
          : { rhum: { kind: "humidity", as: "humidity" } }),
        ...(typeof body.pm02Compensated === "number"
          ? { pm02Compensated: { kind: "pm25", as: "pm25" } }
          : { pm02: { kind: "pm25", as: "pm25" } }),
        pm01: { kind: "generic", unit: "µg/m³", as: "pm1" },
        pm10: { kind: "generic", unit: "µg/m³" },
        tvocIndex: { kind: "generic", unit: null, as: "voc_index" },
        noxIndex: { kind: "generic", unit: null, as: "nox_index" },
      },
    },
    label,
  );

/**
 * AirGradient's local server and cloud: °C, %, ppm and µg/m³; its gases are indices without a unit. Outdoor monitors
 * have one or two channels of sensors.
 */
const airgradient = sender({
  name: "AirGradient",
  marks: ["rco2", "atmp", "rhum", "atmpCompensated", "channels"],
  isIts: (body) => isAirGradients(body) || channelsOf(body).some(([, one]) => isAirGradients(one)),
  parts: (body) => [
    ...airGradientPart(body, textOf(body.locationName)),
    ...channelsOf(body).flatMap(([number, one]) =>
      airGradientPart(one, "").map((part) => ({ ...part, key: number, label: `Channel ${number}` })),
    ),
  ],
});

const isAirthingsSample = (data: JsonObject): boolean =>
  "radonShortTermAvg" in data || "relayDeviceType" in data || "virusRisk" in data || "mold" in data;

const isConsumer = ({ results }: JsonObject): boolean =>
  objectElements(results).some(({ sensors }) => objectElements(sensors).some((one) => "sensorType" in one));

/** Airthings: `latest-samples`, and the list of all sensors of its consumer interface. Radon in Bq/m³, °C, hPa. */
const airthings = walked({
  name: "Airthings",
  marks: ["data", "sensors", "radonShortTermAvg", "relayDeviceType", "results"],
  isIts: (body) =>
    [body, objectOf(body.data), objectOf(body.sensors)].some(isAirthingsSample) || isConsumer(body),
  from: ({ data, sensors, ...body }) => [data, sensors].find(isJsonObject) ?? body.results ?? body,
  thing: (body) => ({ key: "", label: textOf(body.name) }),
  manner: {
    temperature: "°C",
    pressure: "hPa",
    fields: {
      radonShortTermAvg: { kind: "generic", unit: "Bq/m³", as: "radon" },
      radonLongTermAvg: { kind: "generic", unit: "Bq/m³", as: "radon_long_term" },
      mold: { kind: "generic", unit: null, as: "mold_risk" },
      virusRisk: { kind: "generic", unit: null, as: "virus_risk" },
      lux: { kind: "generic", unit: "lx" },
      sla: { kind: "generic", unit: "dB", as: "noise" },
    },
  },
});

const MANNER: Manner = {
  temperature: "°C",
  onlyFields: true,
  fields: {
    temp: { kind: "temperature", as: "temperature" },
    humid: { kind: "humidity", as: "humidity" },
    co2: { kind: "co2" },
    voc: { kind: "voc" },
    pm25: { kind: "pm25" },
    dust: { kind: "pm25", as: "pm25" },
    pm10_est: { kind: "generic", unit: "µg/m³", as: "pm10" },
    dew_point: { kind: "generic", unit: "°C" },
    abs_humid: { kind: "generic", unit: "g/m³", as: "absolute_humidity" },
    lux: { kind: "generic", unit: "lx" },
    spl_a: { kind: "generic", unit: "dB", as: "noise" },
    score: { kind: "generic", unit: null, as: "air_score" },
  },
};

const isAwairSample = (data: JsonObject): boolean =>
  objectElements(data.sensors).some((one) => typeof one.comp === "string" && "value" in one);

const samples = ({ data }: JsonObject): JsonObject[] => objectElements(data).filter(isAwairSample);

/** The cloud's newest sample as the flat members that the local interface has. */
const membersOf = (body: JsonObject): JsonObject => {
  const [newest] = samples(body);
  if (newest === undefined) return body;
  const sensors = objectElements(newest.sensors).map(({ comp, value }) => [textOf(comp), value]);
  return { score: newest.score, ...Object.fromEntries(sensors) };
};

/** Awair: the local interface's `air-data/latest`, and the cloud's samples. */
const awair = sender({
  name: "Awair",
  marks: ["abs_humid", "co2_est", "voc_baseline", "data"],
  isIts: (body) =>
    "abs_humid" in body || "co2_est" in body || "voc_baseline" in body || samples(body).length > 0,
  parts: (body) => [
    {
      key: "",
      label: isJsonObject(body.device) ? textOf(body.device.name) : "",
      members: membersOf(body),
      manner: MANNER,
    },
  ],
});

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
const purpleair = sender({
  name: "PurpleAir",
  marks: ["SensorId", "current_temp_f", "pm2_5_atm", "data_time_stamp", "api_version"],
  isIts: (body) => isLocal(body) || "data_time_stamp" in body || isJsonObject(body.sensor),
  parts: (body) => {
    if (isLocal(body)) return oneThing(body, LOCAL, textOf(body.Geo));
    const { sensor } = body;
    if (!isJsonObject(sensor)) return walk(body, API);
    return oneThing(sensor, API, textOf(objectOf(sensor).name));
  },
});

const firstNumber = (said: unknown): unknown => (Array.isArray(said) ? said[0] : said);

/** air-Q says of each value how exact it is: `"co2":[604,68.1]`. */
const airQ = sender({
  name: "air-Q",
  marks: ["health", "performance"],
  isIts: (body) => Array.isArray(body.temperature) && "performance" in body,
  parts: (body) =>
    oneThing(Object.fromEntries(Object.entries(body).map(([name, said]) => [name, firstNumber(said)])), {
      temperature: "°C",
      fields: { health: null, performance: null, dewpt: { kind: "generic", unit: "°C", as: "dew_point" } },
    }),
});

const tenthsOfKelvin = (said: unknown): unknown =>
  Number(said) > 0 ? Number((Number(said) / 10 - 273.15).toFixed(2)) : null;

/** Dyson's purifiers: tenths of a kelvin, percent and µg/m³, each in four digits. */
const dyson = sender({
  name: "Dyson",
  marks: ["msg", "tact", "data"],
  isIts: (body) => "tact" in objectOf(body.data),
  parts: ({ data }) => {
    const { tact, hact, pm25, pm10 } = objectOf(data);
    const members = { temperature: tenthsOfKelvin(tact), humidity: hact, pm25, pm10 };
    return oneThing(members, { temperature: "°C" });
  },
});

/** Air monitors. */
export const AIR: readonly Sender[] = [airthings, awair, purpleair, airgradient, airQ, dyson];
