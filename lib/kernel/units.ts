import type { SensorKind } from "../../schema/vocabulary.ts";
import { remembered } from "./text.ts";
import words from "./units.json" with { type: "json" };

const UNIT_CHARACTERS_MAX = 32;

/** Into the base unit of the quantity: `(value - offset) * times / dividedBy`. */
type Linear = { times?: number; dividedBy?: number; offset?: number };

export const FREEZING_CELSIUS = 0;
/** A bare temperature above this is °F: no place in a home is as hot as 50 °C. */
export const BARE_CELSIUS_MAX = 50;

export type Quantity = keyof typeof words.quantities;

/** Every quantity, its units in Home Assistant's spelling; an empty rule marks the base unit. */
const QUANTITIES: Readonly<Record<Quantity, Readonly<Record<string, Linear>>>> = words.quantities;

type Known = { quantity: Quantity; rule: Required<Linear> };

const KNOWN = new Map<string, Known>();
for (const [quantity, units] of Object.entries(QUANTITIES)) {
  for (const [unit, rule] of Object.entries<Linear>(units)) {
    KNOWN.set(unit, { quantity: quantity as Quantity, rule: { times: 1, dividedBy: 1, offset: 0, ...rule } });
  }
}

/** The unit of a kind's thresholds and metrics, and of a bare number of that kind; null for states. */
export const CANONICAL_UNITS: Record<SensorKind, string | null> = words.canonical;

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
const SPELLINGS: Readonly<Record<string, string>> = words.spellings;

/** Spelled with the same letters as another unit: only the case differs. */
const CASE_MATTERS = new Map(["mW", "MW", "mWh", "MWh", "MJ", "MHz", "MPa"].map((unit) => [unit, unit]));

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
