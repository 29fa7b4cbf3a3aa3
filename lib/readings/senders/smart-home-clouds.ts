import { decodeText } from "../decode-json.ts";
import { isJsonObject, type JsonObject, objectElements } from "../json.ts";
import type { Field, Manner, Part } from "../parts/measures.ts";
import { readNumber } from "../values.ts";
import { objectOf, type Sender, sender, textOf, thingOf } from "./sender.ts";

/** Aqara's resources by number (opendoc.aqara.com, "resource"): hundredths of °C and %, Pa. */
const RESOURCES = new Map<string, Field>([
  ["0.1.85", { kind: "temperature", times: 0.01, as: "temperature" }],
  ["0.2.85", { kind: "humidity", times: 0.01, as: "humidity" }],
  ["0.3.85", { kind: "pressure", unit: "Pa", as: "pressure" }],
  ["3.1.85", { kind: "generic", as: "state" }],
  ["0.12.85", { kind: "power", as: "power" }],
]);

const STATE_KINDS: [RegExp, Field][] = [
  [/magnet/, { kind: "door", as: "door" }],
  [/motion/, { kind: "motion", as: "motion" }],
  [/flood|wleak|water/, { kind: "flood", as: "leak" }],
];

const isReport = (one: JsonObject): boolean => "resourceId" in one && ("subjectId" in one || "value" in one);
const reports = (body: JsonObject): JsonObject[] => objectElements(body.data ?? body.result).filter(isReport);

const partOf = (report: JsonObject): Part => {
  const resource = textOf(report.resourceId);
  const model = textOf(report.model);
  const known = resource === "3.1.85" ? STATE_KINDS.find(([form]) => form.test(model))?.[1] : undefined;
  const field = known ?? RESOURCES.get(resource) ?? null;
  const key = textOf(report.subjectId);
  return {
    key,
    label: textOf(report.name) || `Aqara ${key.slice(-4)}`,
    members: { [resource]: report.value },
    manner: { temperature: "°C", onlyFields: true, fields: { [resource]: field } },
  };
};

/** Aqara's cloud: what it pushes, and the values of its interface. */
const aqara = sender({
  name: "Aqara",
  marks: ["data", "result"],
  isIts: (body) => reports(objectOf(body)).length > 0,
  parts: (body) => reports(body).map(partOf),
});

const MANNER: Manner = {
  temperature: "°C",
  onlyFields: true,
  fields: {
    temperature: { kind: "temperature", times: 0.01 },
    humidity: { kind: "humidity", times: 0.01 },
    pressure: { kind: "pressure", unit: "Pa" },
  },
};

const xiaomiGatewayMannerOf = (model: string): Manner => ({
  ...MANNER,
  fields: {
    ...MANNER.fields,
    status: /wleak/.test(model)
      ? { kind: "flood", onWords: ["leak"], as: "leak" }
      : /magnet/.test(model)
        ? { kind: "door", onWords: ["open"], as: "door" }
        : /motion/.test(model)
          ? { kind: "motion", onWords: ["motion"], as: "motion" }
          : null,
  },
});

/** The Xiaomi (Aqara) gateway's local protocol: data is JSON as text, in hundredths. */
const xiaomiGateway = sender({
  name: "Xiaomi gateway",
  marks: ["sid"],
  isIts: (body) => "cmd" in body && "model" in body,
  parts: (body) => {
    const decoded = typeof body.data === "string" ? decodeText(body.data) : null;
    const members = decoded?.ok === true && isJsonObject(decoded.value) ? decoded.value : objectOf(body.data);
    const model = textOf(body.model);
    return [{ ...thingOf(body.sid, `Xiaomi ${model}`), members, manner: xiaomiGatewayMannerOf(model) }];
  },
});

/** A garage's numbers are codes of its own, and the power of most devices is a word. */
const switchbotMannerOf = (type: string, power: unknown): Manner => ({
  temperature: "°C",
  onlyFields: true,
  fields: {
    temperature: { kind: "temperature" },
    humidity: { kind: "humidity" },
    CO2: { kind: "co2", as: "co2" },
    openState: { kind: "door", onWords: ["open", "timeOutNotClose"], as: "door" },
    moveDetected: { kind: "motion", as: "motion" },
    detected: { kind: "motion", as: "motion" },
    lightLevel: { kind: "generic", unit: null, as: "light_level" },
    ...(/water/i.test(type)
      ? { detectionState: { kind: "flood", as: "leak" }, status: { kind: "flood", as: "leak" } }
      : { detectionState: { kind: "motion", onWords: ["DETECTED"], as: "motion" } }),
    electricCurrent: { kind: "generic", unit: "A", times: 0.001 },
    weight: { kind: "power", unit: "W", as: "power" },
    voltage: { kind: "generic", unit: "V" },
    doorState: /lock/i.test(type) ? { kind: "door", onWords: ["open"], as: "door" } : null,
    power: typeof power === "number" ? { kind: "power" } : null,
  },
});

/** A plug says what it takes; every other device's voltage is none of the home's. */
const isIts = (device: JsonObject): boolean => typeof device.deviceType === "string";

/** SwitchBot: its webhook (`context`), and a device's status from its interface (`body`). */
const switchbot = sender({
  name: "SwitchBot",
  marks: ["context", "statusCode"],
  isIts: ({ context, body }) => isIts(objectOf(context)) || isIts(objectOf(body)),
  parts: (message) => {
    const members = isJsonObject(message.context) ? message.context : objectOf(message.body);
    const { deviceMac, deviceId, deviceName, deviceType } = members;
    const type = String(deviceType);
    const thing = thingOf(deviceMac ?? deviceId, deviceName ?? `SwitchBot ${type.replace(/^Wo/, "")}`);
    return [{ ...thing, members, manner: switchbotMannerOf(type, members.power) }];
  },
});

/** Tenths by Tuya's standard instruction set; what would be no room's temperature in whole degrees. */
const TENTHS = 0.1;
const WHOLE_MAX = 60;

const tenths = (field: Field): Field => ({ ...field, times: TENTHS });

const FIELDS: Manner["fields"] = {
  va_temperature: tenths({ kind: "temperature", as: "temperature" }),
  va_humidity: { kind: "humidity", as: "humidity" },
  humidity_value: { kind: "humidity", as: "humidity" },
  humidity_current: { kind: "humidity", as: "humidity" },
  co2_value: { kind: "co2", as: "co2" },
  pm25_value: { kind: "pm25", as: "pm25" },
  bright_value: { kind: "generic", unit: "lx", as: "illuminance" },
  window_state: { kind: "door", onWords: ["open", "opened"], as: "window" },
  doorcontact_state: { kind: "door", as: "door" },
  watersensor_state: { kind: "flood", onWords: ["alarm", "1"], as: "leak" },
  pir: { kind: "motion", onWords: ["pir"], as: "motion" },
  pir_state: { kind: "motion", onWords: ["pir"], as: "motion" },
  presence_state: { kind: "motion", onWords: ["presence", "move"], as: "motion" },
  smoke_sensor_status: { kind: "generic", onWords: ["alarm", "1"], as: "smoke" },
  switch_1: { kind: "generic" },
  cur_power: tenths({ kind: "power", as: "power" }),
  cur_voltage: tenths({ kind: "generic", unit: "V", as: "voltage" }),
  cur_current: { kind: "generic", unit: "A", times: 0.001, as: "current" },
};

const thingIn = (body: JsonObject): JsonObject =>
  isJsonObject(body.data)
    ? body.data
    : isJsonObject(body.result) && "status" in body.result
      ? body.result
      : body;

const statusOf = (body: JsonObject): JsonObject[] => {
  const inner = thingIn(body);
  return objectElements(inner.status ?? inner.properties ?? inner.result);
};

/** `temp_current` is in tenths, or in whole degrees of older products; beside `temp_current_f` it stays in °C. */
const tuyaMannerOf = (members: JsonObject): Manner => {
  const current = readNumber(members.temp_current) ?? 0;
  const temperature: Field = { kind: "temperature", as: "temperature" };
  return {
    temperature: /f/i.test(textOf(members.temp_unit_convert)) && !("temp_current_f" in members) ? "°F" : "°C",
    onlyFields: true,
    fields: { ...FIELDS, temp_current: Math.abs(current) > WHOLE_MAX ? tenths(temperature) : temperature },
  };
};

/** Tuya's codes, from its messages and its interface. */
const tuya = sender({
  name: "Tuya",
  marks: ["status", "result", "devId", "data"],
  isIts: (body) => statusOf(body).some(({ code, value }) => typeof code === "string" && value !== undefined),
  parts: (body) => {
    const inner = thingIn(body);
    const members = Object.fromEntries(statusOf(body).map(({ code, value }) => [textOf(code), value]));
    const battery = { battery_percentage: members.battery_percentage ?? members.va_battery };
    const id = inner.devId ?? inner.deviceId;
    return [
      { ...thingOf(id, inner.name), members: { ...members, ...battery }, manner: tuyaMannerOf(members) },
    ];
  },
});

/** Makers' clouds: Aqara with Xiaomi, Tuya, SwitchBot. */
export const SMART_HOME_CLOUDS: readonly Sender[] = [aqara, switchbot, tuya, xiaomiGateway];
