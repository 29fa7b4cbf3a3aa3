import type { SensorKind } from "../../../schema/vocabulary.ts";
import { healthOf } from "../health.ts";
import { isJsonObject, type JsonObject, objectElements } from "../json.ts";
import { type Judged, judgeReading, payloadOf } from "../judge-reading.ts";
import { isShellyStatus, shellyComponents } from "../known-shapes.ts";
import type { PayloadStyle } from "../reading.ts";
import { readNumber, readValue } from "../values.ts";

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

const found = (key: string, kind: SensorKind, unit: string | null, raw: unknown): Judged | null => {
  const measured = readValue(raw);
  return measured && judgeReading({ key, kind, unit, measured });
};

const part = (body: JsonObject, name: string): JsonObject => {
  const value = body[name];
  return isJsonObject(value) ? value : {};
};

/** `meters[].total` is in watt-minutes and resets at a reboot: only `emeters[].total` (Wh) is an energy. */
const readMeters = (body: JsonObject): (Judged | null)[] => [
  ...objectElements(body.meters).map((meter, at) => found(`meters${at}_power`, "power", "W", meter.power)),
  ...objectElements(body.emeters).flatMap((meter, at) => [
    found(`emeters${at}_power`, "power", "W", meter.power),
    found(`emeters${at}_voltage`, "generic", "V", meter.voltage),
    found(`emeters${at}_energy`, "energy", "Wh", meter.total),
  ]),
];

/** What only repeats the chip's temperature is no room's. */
const roomIn = (body: JsonObject): JsonObject => {
  const tmp = part(body, "tmp");
  return tmp.tC === body.temperature ? {} : tmp;
};

const readSensors = (body: JsonObject): (Judged | null)[] => [
  found("temperature", "temperature", "°C", readNumber(roomIn(body).tC)),
  found("humidity", "humidity", "%", readNumber(part(body, "hum").value)),
  found("flood", "flood", null, body.flood),
  found("door", "door", null, part(body, "sensor").state),
  ...Object.entries(part(body, "ext_temperature")).map(([at, probe]) =>
    found(`ext_temperature${at}`, "temperature", "°C", isJsonObject(probe) ? readNumber(probe.tC) : null),
  ),
];

/** A Shelly Gen1's `/status`. The `temperature` at its top is the chip's and is left out. */
export const shellyStatus: PayloadStyle = {
  name: "shelly-status",
  claims: isShellyStatus,
  read: (body) => {
    if (!isJsonObject(body)) return payloadOf([]);
    const relays = objectElements(body.relays).map((relay, at) =>
      found(`relays${at}`, "generic", null, relay.ison),
    );
    const health = healthOf(part(body, "bat").value, part(body, "wifi_sta").rssi);
    return payloadOf([...readMeters(body), ...readSensors(body), ...relays], health);
  },
};
