import { expect, test } from "vitest";
import { saysLeak } from "../../../lib/readings/sensor-kinds.ts";

test.each(
  "leak water_leak leak_1 water_heater_leak kitchen_counter_leak new_leak leak_detected flood is_wet wet leck fuite bath_leak".split(
    " ",
  ),
)("%s means water that is there now", (name) => {
  expect(saysLeak(name)).toBe(true);
});

test.each(
  "no_leak no_water_leak last_leak previous_leak battery_leak bat_flood leak_count leak_counter leak_enabled leak_battery leak_tamper leak_test leak_sensitivity floodlight_leak_fault".split(
    " ",
  ),
)("%s says leak and means none that is there now", (name) => {
  expect(saysLeak(name)).toBe(false);
});

test.each("temp1 floodlight flood_light water door".split(" "))("%s says nothing of a leak", (name) => {
  expect(saysLeak(name)).toBeNull();
});
