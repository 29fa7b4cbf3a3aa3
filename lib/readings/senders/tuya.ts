import { isJsonObject, type JsonObject, objectElements } from "../json.ts";
import type { Field, Manner } from "../parts/part.ts";
import { readNumber } from "../values.ts";
import { objectOf, sender, textOf, thingOf } from "./sender.ts";

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
  battery_percentage: null,
};

const statusOf = (body: JsonObject): JsonObject[] => {
  const inner = isJsonObject(body.data) ? body.data : body;
  return objectElements(inner.status ?? inner.properties ?? inner.result);
};

/** `temp_current` is in tenths, or in whole degrees of older products. */
const mannerOf = (members: JsonObject): Manner => {
  const current = readNumber(members.temp_current) ?? 0;
  const temperature: Field = { kind: "temperature", as: "temperature" };
  return {
    temperature: /f/i.test(textOf(members.temp_unit_convert)) ? "°F" : "°C",
    onlyFields: true,
    fields: { ...FIELDS, temp_current: Math.abs(current) > WHOLE_MAX ? tenths(temperature) : temperature },
  };
};

/** Tuya's codes, from its messages and its interface. */
export const tuya = sender({
  name: "Tuya",
  marks: ["status", "result", "devId", "data"],
  isIts: (body) => statusOf(body).some(({ code, value }) => typeof code === "string" && value !== undefined),
  parts: (body) => {
    const inner = objectOf(isJsonObject(body.data) ? body.data : body);
    const members = Object.fromEntries(statusOf(body).map(({ code, value }) => [textOf(code), value]));
    const battery = { battery_percentage: members.battery_percentage ?? members.va_battery };
    const id = inner.devId ?? inner.deviceId;
    return [{ ...thingOf(id, inner.name), members: { ...members, ...battery }, manner: mannerOf(members) }];
  },
});
