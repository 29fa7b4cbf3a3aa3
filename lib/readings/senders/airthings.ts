import { isJsonObject, type JsonObject, objectElements } from "../json.ts";
import { objectOf, textOf, walked } from "./sender.ts";

const isSample = (data: JsonObject): boolean =>
  "radonShortTermAvg" in data || "relayDeviceType" in data || "virusRisk" in data || "mold" in data;

const isConsumer = ({ results }: JsonObject): boolean =>
  objectElements(results).some(({ sensors }) => objectElements(sensors).some((one) => "sensorType" in one));

/** Airthings: `latest-samples`, and the list of all sensors of its consumer interface. Radon in Bq/m³, °C, hPa. */
export const airthings = walked({
  name: "Airthings",
  marks: ["data", "radonShortTermAvg", "relayDeviceType", "results"],
  isIts: (body) => isSample(body) || isSample(objectOf(body.data)) || isConsumer(body),
  from: (body) => (isJsonObject(body.data) ? body.data : (body.results ?? body)),
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
