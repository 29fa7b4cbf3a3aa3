import type { SensorKind } from "../../schema/vocabulary.ts";
import { remembered } from "./text.ts";
import words from "./units.json" with { type: "json" };

const UNIT_CHARACTERS_MAX = 32;

/** The conversion to the quantity's base unit: `(value - offset) * times / dividedBy`. */
type Linear = { times?: number; dividedBy?: number; offset?: number };

export const FREEZING_CELSIUS = 0;
/** A temperature without a unit above this is °F: no place in a home is as hot as 50 °C. */
export const BARE_CELSIUS_MAX = 50;

export type Quantity = keyof typeof words.quantities;

/** Every quantity with its units, in Home Assistant's spelling. An empty rule marks the base unit. */
const QUANTITIES: Readonly<Record<Quantity, Readonly<Record<string, Linear>>>> = words.quantities;

type Known = { quantity: Quantity; rule: Required<Linear> };

const KNOWN = new Map<string, Known>();
for (const [quantity, units] of Object.entries(QUANTITIES)) {
  for (const [unit, rule] of Object.entries<Linear>(units)) {
    KNOWN.set(unit, { quantity: quantity as Quantity, rule: { times: 1, dividedBy: 1, offset: 0, ...rule } });
  }
}

/** The unit of a kind's thresholds and metrics, and of numbers sent without a unit. Null for kinds that have states. */
export const CANONICAL_UNITS: Record<SensorKind, string | null> = words.canonical;

export const quantityOf = (unit: string | null): Quantity | null =>
  (unit !== null && KNOWN.get(unit)?.quantity) || null;

/**
 * Converts a value to another unit of the same quantity, without rounding. Null if the units measure different
 * quantities.
 */
export const convert = (value: number, from: string, to: string): number | null => {
  if (from === to) return value;
  const [source, target] = [KNOWN.get(from), KNOWN.get(to)];
  if (!source || !target || source.quantity !== target.quantity) return null;
  const base = ((value - source.rule.offset) * source.rule.times) / source.rule.dividedBy;
  // Adding the offset, even 0, turns -0 into 0.
  return (base * target.rule.dividedBy) / target.rule.times + target.rule.offset;
};

/** Returns the value in every other unit of its quantity, for a sensor whose unit is already fixed. */
export const alternatives = (value: number, unit: string): Record<string, number> => {
  const quantity = quantityOf(unit);
  if (quantity === null) return {};
  const others = Object.keys(QUANTITIES[quantity]).filter((other) => other !== unit);
  return Object.fromEntries(others.map((other) => [other, convert(value, unit, other) ?? value]));
};

/**
 * By unit in Home Assistant's spelling: the other spellings that devices send, in NFKC form and lower case, without
 * spaces.
 */
const SPELLINGS: Readonly<Record<string, string>> = words.spellings;

/** Units that differ from another unit only in upper and lower case. */
const CASE_MATTERS = new Map(["mW", "MW", "mWh", "MWh", "MJ", "MHz", "MPa"].map((unit) => [unit, unit]));

const BY_SPELLING = new Map<string, string>();
for (const unit of KNOWN.keys()) if (!CASE_MATTERS.has(unit)) BY_SPELLING.set(unit.toLowerCase(), unit);
for (const [unit, spellings] of Object.entries(SPELLINGS)) {
  for (const spelling of spellings.split(" ")) BY_SPELLING.set(spelling, unit);
}

/** Signs used for a degree sign, or a degree sign broken by an encoding: rings, ordinal signs, raw escapes. */
const DEGREE_SIGNS = /&(?:deg|#176|#xb0);|\\u00b0|\\xb0|Â[°º]|[˚º∘◦ᵒ⁰○\ufffd]/giu;

/** `Deg. C`, `*C`, `Grad Celsius`, `grados C`, `C°`: a word or sign for degrees with the letter or name of a scale. */
const DEGREES_OF =
  /^(?:degs?|degrees?|degres?|gradi?|grade|grados?|graus?|graden|grader|gr|stopn\p{L}|stupn\p{L}|[°*'"´`^])?\.?(c|f|k|cel(?:sius|cius)?|centigrados?|centigrades?|fahrenheit|kelvin)\.?[°*]?$/u;

/** Returns Home Assistant's spelling of a known unit, else null. */
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

/** Like `knownUnit`, but an unknown unit stays as the device wrote it, cleaned and cut. Null if there is no text. */
export const normalizeUnit = (text: unknown): string | null => {
  if (typeof text !== "string") return null;
  const known = knownUnit(text);
  if (known !== null) return known;
  const clean = text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "").trim();
  return [...clean.slice(0, 2 * UNIT_CHARACTERS_MAX)].slice(0, UNIT_CHARACTERS_MAX).join("") || null;
};
