import { describe, expect, it } from "vitest";
import { guessKind, kindFromName, kindFromWord } from "../../../lib/readings/sensor-kinds.ts";

describe("the kind that a name suggests", () => {
  it.each([
    [
      "temperature",
      "temp temp3 temperature_attic tC tF roomTemp outdoor_temperature tempinf freezer_temp Temperature",
    ],
    ["humidity", "hum hum2 humidity Humidity_1 rh rh2 humidityin"],
    ["door", "door door7 front_door backdoor window2 contact"],
    ["flood", "leak leak1 sump_leak flood water_leak moisture"],
    ["motion", "motion motion_hall pir pir2 occupancy"],
    ["co2", "co2 eco2 eCO2 co2_level CarbonDioxide"],
    ["pressure", "pressure baro baromrelin barometer"],
    ["pm25", "pm25 pm2_5 PM2.5"],
    ["voc", "voc tvoc TVOC"],
    ["level", "level tank_level oilLevel"],
    ["energy", "energy energy_today"],
    ["power", "power power1 Power"],
    ["generic", "linkage outdoor human x1 constructor __proto__ power_factor door_battery_low weather"],
  ])("%s", (kind, names) => {
    for (const name of names.split(" ")) expect(`${name} ${kindFromName(name)}`).toBe(`${name} ${kind}`);
  });

  it("puts the thing measured before the place it is measured at", () => {
    expect([kindFromName("door_temp"), kindFromName("window_humidity")]).toEqual(["temperature", "humidity"]);
  });
});

describe("the kind that a unit suggests", () => {
  it.each([
    ["fridge", "°F", "temperature"],
    ["outside", "hPa", "pressure"],
    ["air", "ppm", "co2"],
    ["air", "ppb", "voc"],
    ["dust", "µg/m³", "pm25"],
    ["pm10", "µg/m³", "generic"],
    ["co", "ppm", "generic"],
    ["tvoc", "µg/m³", "voc"],
    ["heater", "kW", "power"],
    ["heater", "kWh", "energy"],
    ["temp_sensor", "V", "generic"],
    ["bath_humidity", "%", "humidity"],
    ["shade", "%", "generic"],
    ["soil_moisture", "%", "generic"],
    ["dewpoint", "°C", "generic"],
    ["temp", "Bq/l", "generic"],
  ])("%s in %s is %s", (name, unit, kind) => {
    expect(guessKind(name, unit, false)).toBe(kind);
  });
});

describe("a kind that is named", () => {
  it("is one of ours in any case, or none", () => {
    expect([kindFromWord("Humidity"), kindFromWord("radon"), kindFromWord("constructor")]).toEqual([
      "humidity",
      null,
      null,
    ]);
  });
});
