import { isJsonObject, type JsonObject, objectElements } from "../json.ts";
import type { Manner } from "../parts/part.ts";
import { sender, textOf } from "./sender.ts";

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

const isSample = (data: JsonObject): boolean =>
  objectElements(data.sensors).some((one) => typeof one.comp === "string" && "value" in one);

const samples = ({ data }: JsonObject): JsonObject[] => objectElements(data).filter(isSample);

/** The cloud's newest sample as the flat members that the local interface has. */
const membersOf = (body: JsonObject): JsonObject => {
  const [newest] = samples(body);
  if (newest === undefined) return body;
  const sensors = objectElements(newest.sensors).map(({ comp, value }) => [textOf(comp), value]);
  return { score: newest.score, ...Object.fromEntries(sensors) };
};

/** Awair: the local interface's `air-data/latest`, and the cloud's samples. */
export const awair = sender({
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
