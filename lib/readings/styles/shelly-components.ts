import type { SensorKind } from "../../../schema/vocabulary.ts";
import { healthOf } from "../health.ts";
import { isJsonObject, type JsonObject } from "../json.ts";
import { type Judged, judgeReading, payloadOf } from "../judge-reading.ts";
import { shellyComponents } from "../known-shapes.ts";
import type { PayloadStyle } from "../payload-style.ts";
import { readValue } from "../values.ts";

type Field = { path: string[]; suffix: string; kind: SensorKind; unit: string | null };

const METER: Field[] = [
  { path: ["apower"], suffix: "_power", kind: "power", unit: "W" },
  { path: ["act_power"], suffix: "_power", kind: "power", unit: "W" },
  { path: ["total_act_power"], suffix: "_power", kind: "power", unit: "W" },
  { path: ["aenergy", "total"], suffix: "_energy", kind: "energy", unit: "Wh" },
  { path: ["voltage"], suffix: "_voltage", kind: "generic", unit: "V" },
  { path: ["current"], suffix: "_current", kind: "generic", unit: "A" },
];

/**
 * Readings by component (shelly-api-docs, Gen2). A switch's own temperature is its chip's and is left out.
 */
const COMPONENTS = new Map<string, Field[]>([
  ["temperature", [{ path: ["tC"], suffix: "", kind: "temperature", unit: "°C" }]],
  ["humidity", [{ path: ["rh"], suffix: "", kind: "humidity", unit: "%" }]],
  ["flood", [{ path: ["alarm"], suffix: "", kind: "flood", unit: null }]],
  ["smoke", [{ path: ["alarm"], suffix: "", kind: "generic", unit: null }]],
  ["input", [{ path: ["state"], suffix: "", kind: "generic", unit: null }]],
  ["illuminance", [{ path: ["lux"], suffix: "", kind: "generic", unit: "lx" }]],
  ["voltmeter", [{ path: ["voltage"], suffix: "", kind: "generic", unit: "V" }]],
  ["switch", [{ path: ["output"], suffix: "", kind: "generic", unit: null }, ...METER]],
  ["cover", [{ path: ["current_pos"], suffix: "", kind: "generic", unit: "%" }, ...METER]],
  ["pm1", METER],
  ["em", METER],
  ["em1", METER],
]);

const valueAt = (component: JsonObject, path: string[]): unknown =>
  path.reduce<unknown>((value, name) => (isJsonObject(value) ? value[name] : undefined), component);

const readComponent = ([name, component]: [string, JsonObject]): (Judged | null)[] => {
  const [type = "", index = ""] = name.split(":");
  return (COMPONENTS.get(type) ?? []).map(({ path, suffix, kind, unit }) => {
    const measured = readValue(valueAt(component, path));
    return measured && judgeReading({ key: `${type}${index}${suffix}`, kind, unit, measured });
  });
};

/** `{"temperature:0":{"tC":21.4},"devicepower:0":{"battery":{"percent":88}},"wifi":{"rssi":-61}}` */
export const shellyComponentsStyle: PayloadStyle = {
  name: "shelly-components",
  claims: (body) => shellyComponents(body).length > 0,
  read: (body) => {
    const components = shellyComponents(body);
    const power = components.find(([name]) => name.startsWith("devicepower:"))?.[1] ?? {};
    const status = isJsonObject(body) ? (isJsonObject(body.params) ? body.params : body) : {};
    const health = healthOf(valueAt(power, ["battery", "percent"]), valueAt(status, ["wifi", "rssi"]));
    return payloadOf(components.values().flatMap(readComponent), health);
  },
};
