import { describe, expect, test } from "vitest";
import { statedScale } from "../../../lib/readings/parts/scale.ts";
import { guessKind, kindFromName, kindFromWord, wordsOf } from "../../../lib/readings/sensor-kinds.ts";
import type { SensorKind } from "../../../schema/vocabulary.ts";

/** Names that are the kind, and such as only look like it. */
const NAMES: [kind: SensorKind, names: string, others: string][] = [
  [
    "temperature",
    "temp temperatures roomtemp tc tf12 celsius fahrenheit",
    "attempt attempted xtc tcx celsiusx xcelsius fahrenheits",
  ],
  ["humidity", "hum humid xhumidity rh rh12", "human thumb rhx xrh"],
  ["co2", "co2 eco2 co2level carbondioxide xcarbondioxide", "xco2 geco2"],
  ["pm25", "pm25 pm025 pm2_5 pm2.5", "pm255 pm0025"],
  ["voc", "voc vocs2 tvoc tvocs", "vocal xtvoc vocx"],
  ["pressure", "pressure pressures airpressure baro barometer", "xbaro"],
  [
    "flood",
    "leak leaky xleaks2 flood flooded xflood2 moisture moisture3 water",
    "bleaker moistures waters coldwater",
  ],
  ["motion", "motion motions xmotion2 pir pir2 occupancy occupancyx", "pirx xpir"],
  [
    "door",
    "door doors frontdoor xdoors2 window windows backwindow2 contact contact2 open",
    "indoor outdoors doorbell reopen",
  ],
  ["energy", "energy energys xenergy2", ""],
  ["power", "power powers xpower2", "powerfactor power_factor poweroutage power_source powersource"],
  ["level", "level levels xlevel2", "xlevelled"],
];

describe("a name", () => {
  test.each(NAMES)("of %s is one of: %s", (kind, names) => {
    for (const name of names.split(" ")) expect(`${name} ${kindFromName(name)}`).toBe(`${name} ${kind}`);
  });

  test.each(NAMES)("that only looks like %s: not %s, but %s", (kind, _, others) => {
    for (const name of others.split(" ")) expect(`${name} ${kindFromName(name)}`).not.toBe(`${name} ${kind}`);
  });

  test.each(["door_battery", "leak_tamper", "motion_timeout", "motion_sensitivity", "leak_duration"])(
    "about a sensor's own state or settings is none: %s",
    (name) => {
      expect(kindFromName(name)).toBe("generic");
    },
  );

  test.each([
    ["", [""]],
    ["temp1", ["temp1"]],
    ["roomTemp_1", ["roomtemp", "1", "room", "temp", "1"]],
    ["_a__B-", ["a", "b", "a", "b"]],
    ["Größe2X", ["größe2x", "größe2", "x"]],
    [`${"a".repeat(128)}Temp`, ["a".repeat(128)]],
    [`${"a".repeat(127)}Bcd`, [`${"a".repeat(127)}b`, "a".repeat(127), "b"]],
  ])("%s has the words %j", (name, words) => {
    expect(wordsOf(name)).toEqual(words);
  });

  test("of a kind of ours is read in any case, with spaces around it", () => {
    expect([" Door ", "CO2", "radon"].map(kindFromWord)).toEqual(["door", "co2", null]);
  });
});

test.each<[string, string | null, boolean, SensorKind]>([
  ["temp_power_source", null, false, "temperature"],
  ["dew room", "°C", false, "generic"],
  ["temp", "/", false, "generic"],
  ["tvoc", "°C", false, "temperature"],
  ["carbon dioxide", "ppm", false, "co2"],
  ["carbon_dioxide", null, false, "co2"],
  ["co2", "ppb", false, "co2"],
  ["air", "ppb", false, "voc"],
  ["temp", "ppb", false, "co2"],
  ["dew", "°C", false, "generic"],
  ["pm1", "µg/m³", false, "generic"],
  ["pm4", "µg/m³", false, "generic"],
  ["pm100", "µg/m³", false, "generic"],
  ["ch4", "ppm", false, "generic"],
  ["no2", "ppm", false, "generic"],
  ["o3", "ppm", false, "generic"],
  ["so2", "ppm", false, "generic"],
  ["nh3", "ppm", false, "generic"],
  ["h2", "ppm", false, "generic"],
  ["lpg", "ppm", false, "generic"],
  ["xdew", "°C", false, "temperature"],
  ["dewx", "°C", false, "temperature"],
  ["load", "VA", false, "power"],
  ["tvoc", "µg/m³", false, "voc"],
  ["tvoc", "ppb", false, "voc"],
  ["leak", "/", false, "flood"],
  ["hum", "/", false, "humidity"],
  ["leak", "%", false, "generic"],
  ["leak", "°C", false, "temperature"],
  ["leak", "°C", true, "flood"],
  ["leak", "unknown", false, "generic"],
])("%s in %s, a state: %s, is %s", (name, unit, isState, kind) => {
  expect(guessKind(name, unit, isState)).toBe(kind);
});

test.each([
  [{ TempUnit: "C" }, "°C"],
  [{ temp_unit: "F" }, "°F"],
  [{ temperature_unit: "K" }, "K"],
  [{ unit: "C" }, "°C"],
  [{ unit: "hPa", temp_unit: "F" }, "°F"],
  [{ TempUnit: "C", unit: "F" }, "°C"],
  [{ unit: "hPa" }, null],
  [{}, null],
])("a body that says %j has the scale %s", (body, unit) => {
  expect(statedScale(body)).toBe(unit);
});
