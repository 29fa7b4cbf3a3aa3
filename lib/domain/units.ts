import type { SensorKind } from "../../schema/vocabulary.ts";

/** Into the base unit of the quantity: `(value - offset) * times / dividedBy`. */
type Linear = { times?: number; dividedBy?: number; offset?: number };

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
