import type { SensorKind } from "../../schema/vocabulary.ts";
import { remembered } from "./remembered.ts";

const UNIT_CHARACTERS_MAX = 32;

/** Into the base unit of the quantity: `(value - offset) * times / dividedBy`. */
type Linear = { times?: number; dividedBy?: number; offset?: number };

export const FREEZING_CELSIUS = 0;
/** A bare temperature above this is °F: no place in a home is as hot as 50 °C. */
export const BARE_CELSIUS_MAX = 50;

/** Every quantity, its units in Home Assistant's spelling; an empty rule marks the base unit. */
const QUANTITIES = {
  temperature: { "°C": {}, "°F": { offset: 32, times: 5, dividedBy: 9 }, K: { offset: 273.15 } },
  pressure: {
    hPa: {},
    Pa: { dividedBy: 100 },
    kPa: { times: 10 },
    mbar: { times: 1 },
    bar: { times: 1_000 },
    inHg: { times: 33.863886666667 },
    mmHg: { times: 1.33322387415 },
    psi: { times: 68.947572931783 },
  },
  power: { W: {}, mW: { dividedBy: 1_000 }, kW: { times: 1_000 }, MW: { times: 1_000_000 } },
  apparent_power: { VA: {}, kVA: { times: 1_000 } },
  energy: {
    Wh: {},
    kWh: { times: 1_000 },
    MWh: { times: 1_000_000 },
    J: { dividedBy: 3_600 },
    kJ: { times: 1_000, dividedBy: 3_600 },
    MJ: { times: 1_000_000, dividedBy: 3_600 },
  },
  mass_concentration: {
    "µg/m³": {},
    "mg/m³": { times: 1_000 },
    "g/m³": { times: 1_000_000 },
    "kg/m³": { times: 1_000_000_000 },
  },
  volume_fraction: { ppm: {}, ppb: { dividedBy: 1_000 } },
  ratio: { "%": {}, "/": { times: 100 } },
  voltage: { V: {}, mV: { dividedBy: 1_000 }, kV: { times: 1_000 } },
  current: { A: {}, mA: { dividedBy: 1_000 } },
  frequency: { Hz: {}, kHz: { times: 1_000 }, MHz: { times: 1_000_000 } },
  length: { m: {}, mm: { dividedBy: 1_000 }, cm: { dividedBy: 100 }, km: { times: 1_000 } },
  volume: { L: {}, mL: { dividedBy: 1_000 }, "m³": { times: 1_000 } },
  mass: { kg: {}, g: { dividedBy: 1_000 } },
} as const satisfies Record<string, Record<string, Linear>>;

export type Quantity = keyof typeof QUANTITIES;

type Known = { quantity: Quantity; rule: Required<Linear> };

const KNOWN = new Map<string, Known>();
for (const [quantity, units] of Object.entries(QUANTITIES)) {
  for (const [unit, rule] of Object.entries<Linear>(units)) {
    KNOWN.set(unit, { quantity: quantity as Quantity, rule: { times: 1, dividedBy: 1, offset: 0, ...rule } });
  }
}

/** The unit of a kind's thresholds and metrics, and of a bare number of that kind; null for states. */
export const CANONICAL_UNITS: Record<SensorKind, string | null> = {
  temperature: "°C",
  humidity: "%",
  co2: "ppm",
  pressure: "hPa",
  pm25: "µg/m³",
  voc: "ppb",
  level: "%",
  energy: "kWh",
  door: null,
  power: "W",
  flood: null,
  motion: null,
  generic: null,
};

export const quantityOf = (unit: string | null): Quantity | null =>
  (unit !== null && KNOWN.get(unit)?.quantity) || null;

/**
 * The same measurement in another unit of its quantity, unrounded; null where the units don't measure one
 * thing.
 */
export const convert = (value: number, from: string, to: string): number | null => {
  if (from === to) return value;
  const [source, target] = [KNOWN.get(from), KNOWN.get(to)];
  if (!source || !target || source.quantity !== target.quantity) return null;
  const base = ((value - source.rule.offset) * source.rule.times) / source.rule.dividedBy;
  // Adding an offset, of 0 too, leaves no -0.
  return (base * target.rule.dividedBy) / target.rule.times + target.rule.offset;
};

/** The value in every other unit of its quantity, for a sensor whose unit is already fixed. */
export const alternatives = (value: number, unit: string): Record<string, number> => {
  const quantity = quantityOf(unit);
  if (quantity === null) return {};
  const others = Object.keys(QUANTITIES[quantity]).filter((other) => other !== unit);
  return Object.fromEntries(others.map((other) => [other, convert(value, unit, other) ?? value]));
};

/**
 * What devices write besides the unit itself (compatibility-normalised, lower case, without spaces), by Home Assistant's
 * spelling.
 */
const SPELLINGS: Record<string, string> = {
  "°C": "c °c oc ºc degc cel celsius celcius degreecelsius degcelsius degreescelsius degreesc centigrade",
  "°F": "f °f of ºf degf fahrenheit farenheit degreefahrenheit degfahrenheit degreesfahrenheit degreesf",
  K: "k kelvin degk",
  "%": "relativehumidity % %rh rh% rh pct pc percent percentage %el",
  hPa: "hpa hectopascal hectopascals",
  Pa: "pa pascal pascals",
  kPa: "kpa kilopascal kilopascals",
  mbar: "mbar mb millibar",
  inHg: "inhg in/hg inchesofmercury inchofmercury",
  mmHg: "mmhg torr",
  ppm: "ppm partspermillion",
  ppb: "ppb partsperbillion",
  "µg/m³":
    "ug/m3 µg/m3 mcg/m3 microgramspercubicmeter microgrampercubicmeter ug/m³ μg/m3 ug/m^3 μg/m^3 ugm3 μgm3 ug/m\u00b3",
  "mg/m³": "mg/m3 mg/m^3",
  "Bq/m³": "bq bq/m3 bq/m^3 bqm3 becquerelpercubicmeter",
  "pCi/L": "pci/l pcil pci",
  "g/m³": "g/m3 g/m^3",
  "kg/m³": "kg/m3 kg/m^3",
  W: "w watt watts",
  kW: "kw kilowatt kilowatts",
  mW: "mw milliwatt",
  var: "var vars",
  J: "j joule joules",
  V: "v volt volts",
  mV: "mv millivolt millivolts",
  A: "a amp amps ampere amperes",
  mA: "ma milliamp milliamps",
  Hz: "hz hertz",
  lx: "lx lux luxes",
  dB: "db dba db(a) decibel decibels",
  dBm: "dbm",
  L: "l liter liters litre litres",
  "m³": "m3 m^3",
  in: "inch inches",
  ft: "ft foot feet",
  s: "s sec second seconds",
  min: "min",
  h: "h",
  ms: "ms",
  "°": "° deg lat lon",
  Ω: "ohm ω ohms",
  "m/s": "m/s",
  "km/h": "km/h kph kmh",
  mph: "mph mi/h",
};

/** Spelled with the same letters as another unit: only the case differs. */
const CASE_MATTERS = new Map(["mW", "MW", "MWh", "MJ", "MHz"].map((unit) => [unit, unit]));

const BY_SPELLING = new Map<string, string>();
for (const unit of KNOWN.keys()) if (!CASE_MATTERS.has(unit)) BY_SPELLING.set(unit.toLowerCase(), unit);
for (const [unit, spellings] of Object.entries(SPELLINGS)) {
  for (const spelling of spellings.split(" ")) BY_SPELLING.set(spelling, unit);
}

/** Signs that stand for a degree sign, whole or broken by an encoding: a ring, an ordinal, an escape that nobody read. */
const DEGREE_SIGNS = /&(?:deg|#176|#xb0);|\\u00b0|\\xb0|Â[°º]|[˚º∘◦ᵒ⁰○]/giu;

/** `Deg. C`, `*C`, `Grad Celsius`, `grados C`, `C°`: a word or sign for degrees beside the letter or name of a scale. */
const DEGREES_OF =
  /^(?:degs?|degrees?|degres?|gradi?|grade|grados?|graus?|graden|grader|gr|stopn\p{L}|stupn\p{L}|[°*'"´`^])?\.?(c|f|k|cel(?:sius|cius)?|centigrados?|centigrades?|fahrenheit|kelvin)\.?[°*]?$/u;

/** Home Assistant's spelling of a unit that is in the list, else null. */
export const knownUnit = remembered((text: string): string | null => {
  if (text.length > UNIT_CHARACTERS_MAX) return null;
  const compact = text
    .replace(DEGREE_SIGNS, "°")
    .normalize("NFKC")
    .replace(/[\s_-]/gu, "");
  const lower = compact.toLowerCase();
  return CASE_MATTERS.get(compact) ?? BY_SPELLING.get(lower) ?? scaleIn(lower);
});

function scaleIn(lower: string): string | null {
  const scale = DEGREES_OF.exec(lower.normalize("NFD").replace(/\p{M}/gu, ""))?.[1]?.charAt(0);
  return scale === undefined ? null : scale === "f" ? "°F" : scale === "k" ? "K" : "°C";
}

/**
 * Like `knownUnit`, and a unit that is not in the list stays as the device wrote it; null for no text at all.
 */
export const normaliseUnit = (text: unknown): string | null => {
  if (typeof text !== "string") return null;
  const known = knownUnit(text);
  if (known !== null) return known;
  const clean = text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "").trim();
  return [...clean.slice(0, 2 * UNIT_CHARACTERS_MAX)].slice(0, UNIT_CHARACTERS_MAX).join("") || null;
};
