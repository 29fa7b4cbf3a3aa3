import type { SensorKind } from "../../../schema/vocabulary.ts";
import { healthOf } from "../health.ts";
import { isJsonObject, type JsonObject, objectElements } from "../json.ts";
import { type Judged, judgeReading, payloadOf } from "../judge-reading.ts";
import { isShellyMeter, isShellyStatus, shellyComponents } from "../known-shapes.ts";
import type { PayloadStyle } from "../reading.ts";
import { readNumber, readValue } from "../values.ts";

/** Where a component says it, what its key ends in, and what it is. */
type Field = readonly [path: string, suffix: string, kind: SensorKind, unit: string | null];

const METER: Field[] = [
  ["apower", "_power", "power", "W"],
  ["act_power", "_power", "power", "W"],
  ["total_act_power", "_power", "power", "W"],
  ["aenergy.total", "_energy", "energy", "Wh"],
  ["total_act_energy", "_energy", "energy", "Wh"],
  ["total_act", "_energy", "energy", "Wh"],
  ["voltage", "_voltage", "generic", "V"],
  ["current", "_current", "generic", "A"],
];

/** Of each of its three phases. */
const PHASES: Field[] = ["a", "b", "c"].flatMap((phase): Field[] => [
  [`${phase}_act_power`, `_${phase}_power`, "power", "W"],
  [`${phase}_voltage`, `_${phase}_voltage`, "generic", "V"],
  [`${phase}_current`, `_${phase}_current`, "generic", "A"],
]);

/**
 * Readings by component (shelly-api-docs, Gen2). A switch's own temperature is its chip's and is left out.
 */
const COMPONENTS: Readonly<Record<string, Field[]>> = {
  temperature: [["tC", "", "temperature", "°C"]],
  humidity: [["rh", "", "humidity", "%"]],
  flood: [["alarm", "", "flood", null]],
  smoke: [["alarm", "", "generic", null]],
  input: [["state", "", "generic", null]],
  illuminance: [["lux", "", "generic", "lx"]],
  voltmeter: [["voltage", "", "generic", "V"]],
  switch: [["output", "", "generic", null], ...METER],
  cover: [["current_pos", "", "generic", "%"], ...METER],
  pm1: METER,
  em: [...METER, ...PHASES],
  em1: METER,
  emdata: METER,
  em1data: METER,
};

const valueAt = (component: JsonObject, path: string): unknown =>
  path
    .split(".")
    .reduce<unknown>((value, name) => (isJsonObject(value) ? value[name] : undefined), component);

const readComponent = ([name, component]: [string, JsonObject]): (Judged | null)[] => {
  const [type = "", index = ""] = name.split(":");
  return (COMPONENTS[type] ?? []).map(([path, suffix, kind, unit]) => {
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
    // On a cable it says 0 % of the battery that it has not got.
    const battery = valueAt(power, "external.present") === true ? null : valueAt(power, "battery.percent");
    const health = healthOf(battery, valueAt(status, "wifi.rssi"));
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
  ...(isShellyMeter(body) ? [body] : objectElements(body.emeters)).flatMap((meter, at) => [
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
