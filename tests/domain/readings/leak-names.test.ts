import { expect, test } from "vitest";
import { saysLeak } from "../../../lib/readings/sensor-kinds.ts";
import { briefs, read } from "./support.ts";

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

test.each("wyciek fuite lekkage vazamento läckage lækage протечка 漏水 누수 wasseraustritt".split(" "))(
  "%s is a leak by its name, whatever it is in: true, 1 or wet",
  (name) => {
    for (const value of [true, 1, "wet"])
      expect(briefs({ temperatura: 5, [name]: value })).toContain(`${name} flood 1!`);
  },
);

test.each([
  { water_box_status: 1, state: 8, battery: 100 },
  { water_tank_status: 1, temperature: 20 },
  { water_filter_state: true, temperature: 20 },
])("what is only about water is no leak: %j", (body) => {
  expect(read(body).readings.map(({ kind }) => kind)).not.toContain("flood");
});
