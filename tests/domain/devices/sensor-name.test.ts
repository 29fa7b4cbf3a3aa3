import { expect, test } from "vitest";
import { SENSOR_KIND_NAMES, sensorName } from "../../../lib/devices/sensor.ts";
import type { SensorKind } from "../../../schema/vocabulary.ts";

test.each<[string, string, SensorKind, string]>([
  ["temp1", "temp1", "temperature", "Temperature"],
  ["temp2", "temp2", "temperature", "Temperature 2"],
  ["temperature_12", "temperature_12", "temperature", "Temperature 12"],
  ["temp_c", "temp_c", "temperature", "Temperature"],
  ["humidity", "humidity", "humidity", "Humidity"],
  ["water_leak", "water_leak", "flood", "Leak sensor"],
  ["co2", "co2", "co2", "CO₂"],
  ["pm25", "pm25", "pm25", "Fine dust (PM2.5)"],
  ["kitchen_temp", "kitchen_temp", "temperature", "Kitchen temp"],
  ["AM2301_Temperature", "AM2301_Temperature", "temperature", "AM2301 Temperature"],
  ["...", "...", "generic", "Value"],
  ["temp1", "Pipe probe", "temperature", "Pipe probe"],
])("the key %s with the label %s of a %s is called %s", (key, label, kind, name) => {
  expect(sensorName({ key, label, kind }, SENSOR_KIND_NAMES)).toBe(name);
});
