import { remembered } from "../../kernel/remembered.ts";
import { convert, knownUnit, normaliseUnit, quantityOf } from "../../kernel/units.ts";
import { entriesOf, isJsonObject, type JsonObject, memberOf, objectMembers } from "../json.ts";

const SCALE_NAMES = [
  "TempUnit",
  "tempUnit",
  "tempunit",
  "temp_unit",
  "temperature_unit",
  "temperatureUnit",
  "temperature_units",
  "temperatureUnits",
  "tUnit",
  "t_unit",
  "tempUnits",
  "temp_units",
  "temp_scale",
  "temperature_scale",
  "temperatureScale",
  "scale",
  "unit",
  "units",
  "unit_system",
  "unitSystem",
  "system",
  "measurement_system",
  "DispUnits",
  "displayUnits",
  "temperature",
]; // prettier-ignore

const SYSTEMS = new Map<string, "°C" | "°F">([
  ["metric", "°C"],
  ["si", "°C"],
  ["ca", "°C"],
  ["uk", "°C"],
  ["imperial", "°F"],
  ["us", "°F"],
  ["english", "°F"],
  ["us_customary", "°F"],
  ["uscustomary", "°F"],
]);

const SYSTEM_CHARACTERS_MAX = 16;

const scaleIn = (said: unknown): string | null => {
  if (typeof said !== "string") return null;
  const unit = normaliseUnit(said);
  if (quantityOf(unit) === "temperature") return unit;
  return said.length > SYSTEM_CHARACTERS_MAX ? null : (SYSTEMS.get(said.trim().toLowerCase()) ?? null);
};

const SCALE_RANKS = new Map(SCALE_NAMES.map((name, rank) => [name, rank]));

/** The scale that an object states for all its temperatures: `"tempUnit":"F"`, `"units":"metric"`; else null. */
export const statedScale = (body: JsonObject): string | null => {
  let [scale, least]: [string | null, number] = [null, SCALE_NAMES.length];
  for (const [name, said] of entriesOf(body)) {
    if (typeof said !== "string") continue;
    const rank = SCALE_RANKS.get(name) ?? least;
    if (rank >= least) continue;
    const stated = scaleIn(said);
    if (stated !== null) [scale, least] = [stated, rank];
  }
  return scale;
};

/** `{"device":{"settings":{"temperatureUnit":"fahrenheit"}},"reading":{…}}` */
export const settingsScale = (object: JsonObject): string | null => {
  for (const holder of [object, object.device])
    for (const name of isJsonObject(holder) ? SETTINGS : []) {
      const settings = isJsonObject(holder) ? holder[name] : null;
      const scale = isJsonObject(settings) ? statedScale(settings) : null;
      if (scale !== null) return scale;
    }
  return null;
};

const SETTINGS = ["settings", "config", "preferences"];

/** `{"sensorUnits":{"hourlyRadon":"pci"},"hourlyRadon":1.7}` */
export const otherUnits = (object: JsonObject): JsonObject[] =>
  objectMembers(object)
    .filter(([name]) => OF_UNITS.test(name))
    .map(([, units]) => units);

const OF_UNITS = /^(?:sensor|measurement|value|data)_?units$/i;

const UNIT_ENDINGS = ["_unit", "Unit", "_units", "Units", "_uom", "_unit_of_measurement"];

const namesUnit = remembered((name: string): boolean => /unit|_uom$/i.test(name));

/** Whether any member may be the unit of another one. */
export const hasUnitNames = (members: JsonObject): boolean =>
  entriesOf(members).some(([name]) => namesUnit(name));

/** The unit that stands beside a value by a name made of the value's: `temp_unit`, `tempUnit`, `units.temp`. */
export const unitBeside = (
  members: JsonObject,
  name: string,
  units: readonly JsonObject[],
  hasUnits: boolean,
): string | null => {
  for (const ending of hasUnits ? UNIT_ENDINGS : []) {
    const unit = normaliseUnit(memberOf(members, name + ending));
    if (unit !== null) return unit;
  }
  for (const beside of units) {
    const unit = normaliseUnit(memberOf(beside, name));
    if (unit !== null) return unit;
  }
  return null;
};

/** `{"power_delivered":1.23,"unit":"kW"}`: the unit of all that it can be the unit of, also of what is below. */
export const unitOfAll = (around: readonly JsonObject[], fits: string | null): string | null => {
  const quantity = quantityOf(fits);
  if (quantity === null || quantity === "temperature") return null;
  for (const { unit } of around) {
    const known = typeof unit === "string" ? knownUnit(unit) : null;
    if (quantityOf(known) === quantity) return known;
  }
  return null;
};

/** August–Roche–Magnus: the dew point in °C at a temperature in °C and a relative humidity in percent. */
const dewPointOf = (celsius: number, humidity: number): number => {
  const gamma = Math.log(humidity / 100) + (17.625 * celsius) / (243.04 + celsius);
  return (243.04 * gamma) / (17.625 - gamma);
};

const DEW_TOLERANCE_CELSIUS = 1;

/** The one scale in which a temperature, a humidity and a dew point belong together; null where both or none do. */
export const scaleByDewPoint = (
  temperature: number,
  humidity: number,
  dewPoint: number,
): "°C" | "°F" | null => {
  if (humidity <= 0 || humidity > 100 || Math.abs(temperature) > 150) return null;
  const fits = (["°C", "°F"] as const).filter((scale) => {
    const [air, dew] = [convert(temperature, scale, "°C"), convert(dewPoint, scale, "°C")];
    return air !== null && dew !== null && Math.abs(dewPointOf(air, humidity) - dew) <= DEW_TOLERANCE_CELSIUS;
  });
  return fits.length === 1 ? (fits[0] ?? null) : null;
};

/** Under more than the air's pressure, or a difference from it: what holds liquids or gases. */
const CONTAINED =
  /water|boiler|heating|circuit|hydr|wasser|acqua|agua|pipe|pump|mains|gas_?press|fuel|suction|discharge|refrigerant|brine|vessel|tank|filter|system_press|(^|_)(eau|well|t[yi]re|oil|loop|line|duct)(_|$)/;
const HEATED_WATER = /water|boiler|heating|circuit|hydr|wasser|acqua|agua|(^|_)eau(_|$)|(^|_)(ch|cv|dhw|hc)_/;
/** A safety valve of a heating opens at 3 bar, and a house's mains stand below 10. */
const WATER_BAR_MAX = 10;

/**
 * The unit of a pressure that nothing but its name (in snake case) and its number tell of: that of water in bar, that of
 * the air in whatever it can only be; null for every other.
 */
export const barePressureUnit = (name: string, value: number): string | null => {
  if (value >= 0 && value <= WATER_BAR_MAX && isHeatedWater(name)) return "bar";
  return isContained(name) ? null : pressureUnitBy(value);
};

const isContained = remembered((name: string): boolean => CONTAINED.test(name));
const isHeatedWater = remembered((name: string): boolean => HEATED_WATER.test(name));

/** The unit of an air pressure that can only be one; null for what is no pressure of the air. */
export const pressureUnitBy = (value: number): string | null => {
  if (value >= 300 && value <= 1_150) return "hPa";
  if (value >= 30_000 && value <= 115_000) return "Pa";
  if (value >= 20 && value <= 33) return "inHg";
  return value >= 65 && value <= 115 ? "kPa" : null;
};
