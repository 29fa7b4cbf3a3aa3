import { convert, quantityOf } from "../units.ts";
import type { Quantity } from "./evidence.ts";

/** Temperatures are compared in °C, everything else in the unit that the limit was set in. */
export const comparedIn = (unit: string | null): string | null =>
  quantityOf(unit) === "temperature" ? "°C" : unit;

/**
 * The value in `unit`, unrounded; null where it does not measure that. A bare number is taken to be in the
 * unit asked for, except for a temperature, where guessing between °F and °C would be worse than silence.
 */
export function valueIn(quantity: Quantity, unit: string | null): number | null {
  if (unit === null) return quantity.value;
  if (quantity.unit === null) return quantityOf(unit) === "temperature" ? null : quantity.value;
  return convert(quantity.value, quantity.unit, unit);
}

/** A difference (2 °F warmer) in another unit (1.11… °C warmer). */
export function differenceIn(difference: Quantity, unit: string | null): number {
  const { value, unit: own } = difference;
  if (own === null || unit === null) return value;
  return (convert(value, own, unit) ?? value) - (convert(0, own, unit) ?? 0);
}

/**
 * The limit moved by a difference, in the limit's own unit: 40 °F and 2 °F is exactly 42 °F, which adding the
 * two in °C is not.
 */
export const moved = (limit: Quantity, difference: Quantity, direction: 1 | -1): Quantity => ({
  value: limit.value + direction * differenceIn(difference, limit.unit),
  unit: limit.unit,
});

const SPOKEN_DECIMALS = 2;

/** `34.25 °F`, for sentences only. */
export const spoken = ({ value, unit }: Quantity): string => {
  const number = String(Number(value.toFixed(SPOKEN_DECIMALS)));
  return unit === null ? number : unit === "%" ? `${number}%` : `${number} ${unit}`;
};
