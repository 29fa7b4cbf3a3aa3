import { LIMITS } from "../../schema/limits.ts";
import type { ContactMeaning, SensorKind, TemperatureUnit } from "../../schema/vocabulary.ts";
import { HOUR_MS } from "../kernel/time.ts";
import { convert } from "../kernel/units.ts";

/** The facts that decide which value of a sensor means "open". */
export type ContactSensor = {
  kind: SensorKind;
  isState: boolean;
  /** The meaning of 1: the device's setting, else that of its first payload's format; null or absent for "open". */
  trueMeans?: ContactMeaning | null;
};

/** Returns the meaning of 1 for a door or window; null for every other sensor. */
export const contactMeaning = ({ kind, isState, trueMeans }: ContactSensor): ContactMeaning | null =>
  kind === "door" && isState ? (trueMeans ?? "open") : null;

/**
 * Translates a stored value so that 1 means open, whatever the device sends. History stores values as sent, so that a
 * changed setting also applies to the past. All code that evaluates or describes a value must use this.
 */
export const meantValue = <V extends number | null>(sensor: ContactSensor, value: V): V | number =>
  value !== null && contactMeaning(sensor) === "closed" ? 1 - value : value;

/** Translates a span of values like `meantValue`, in either direction. If 1 means closed, low and high swap. */
export const meantSpan = (sensor: ContactSensor, { low, high }: { low: number; high: number }) =>
  contactMeaning(sensor) === "closed" ? { low: 1 - high, high: 1 - low } : { low, high };

/** Returns a sensor with its latest value translated by `meantValue`. */
export const asMeant = <S extends ContactSensor & { value: number | null }>(sensor: S): S => ({
  ...sensor,
  value: meantValue(sensor, sensor.value),
});

/** Four decimals are finer than any sensor, and hide the rounding errors of a conversion. */
const SHOWN_DECIMALS = 4;

/** Rounds a computed value. */
const shownNumber = (value: number): number => Number(value.toFixed(SHOWN_DECIMALS));

/** Converts a temperature to the unit `wanted`. Other values, and all with `wanted` null, stay as they are. */
export function shownValue(value: number, unit: string | null, wanted: TemperatureUnit | null) {
  if (wanted === null || unit === null || unit === wanted) return { value, unit };
  const converted = convert(value, unit, wanted);
  if (converted === null) return { value, unit };
  return { value: shownNumber(converted), unit: wanted };
}

/** Tells if a latest reading is too old to count as the current value. No other code decides this. */
export const isStale = (at: Date, now: Date): boolean =>
  now.getTime() - at.getTime() > LIMITS.staleHours * HOUR_MS;
