import type { SensorKind } from "../../../schema/vocabulary.ts";
import { convert } from "../units.ts";
import type { MetricsSensor } from "./metrics-home.ts";

/** `unit` is what the family's name says; "state" takes 1 and 0, "any" a number in whatever unit. */
type ValueFamily = { name: string; unit: string | "state" | "any"; help: string };

const GENERIC: ValueFamily = {
  name: "value",
  unit: "any",
  help: "Latest value that no other family has, in the unit that hearthwatch_sensor_info names.",
};

/** Units are units.ts' own words: "/" is the ratio of which "%" is the hundredth. */
export const VALUE_FAMILIES: { [Kind in SensorKind]: ValueFamily } = {
  temperature: { name: "temperature_celsius", unit: "°C", help: "Latest temperature." },
  humidity: { name: "humidity_ratio", unit: "/", help: "Latest relative humidity, 0 to 1." },
  co2: { name: "co2_ppm", unit: "ppm", help: "Latest carbon dioxide concentration in parts per million." },
  pressure: { name: "pressure_pascals", unit: "Pa", help: "Latest air pressure." },
  pm25: {
    name: "pm25_ug_per_cubic_meter",
    unit: "µg/m³",
    help: "Latest concentration of particles up to 2.5 µm, in micrograms per cubic meter.",
  },
  voc: {
    name: "voc_ppb",
    unit: "ppb",
    help: "Latest concentration of volatile organic compounds in parts per billion.",
  },
  level: { name: "level_ratio", unit: "/", help: "Latest fill level, 0 to 1." },
  power: { name: "power_watts", unit: "W", help: "Latest electrical power." },
  energy: { name: "energy_joules", unit: "J", help: "Latest reading of an energy meter, which may reset." },
  door: { name: "door_open", unit: "state", help: "1 while a door or window is open, else 0." },
  motion: { name: "motion_detected", unit: "state", help: "1 while motion is detected, else 0." },
  flood: { name: "flood_detected", unit: "state", help: "1 while water is detected, else 0." },
  generic: GENERIC,
};

/**
 * The family that a value can honestly be in, and the value in its unit. What its kind's family can't hold
 * (a tank's level in cm, organic compounds in µg/m³, a plug that is on) goes to the generic one.
 */
export function familyValue(sensor: MetricsSensor, value: number): { family: ValueFamily; value: number } {
  const family = VALUE_FAMILIES[sensor.kind];
  if (family.unit === "state") return { family, value: value === 0 ? 0 : 1 };
  if (sensor.isState || sensor.unit === null) return { family: GENERIC, value };
  const converted = convert(value, sensor.unit, family.unit);
  return converted === null ? { family: GENERIC, value } : { family, value: converted };
}
