import { LIMITS } from "../../schema/limits.ts";
import type { ContactMeaning, SensorKind, TemperatureUnit } from "../../schema/vocabulary.ts";
import { HOUR_MS } from "../kernel/time.ts";
import { convert } from "../kernel/units.ts";

/** What decides which value of a sensor means "open". */
export type ContactSensor = {
  kind: SensorKind;
  isState: boolean;
  /** What its device's setting says, else what its first payload was known for; null or absent for "open". */
  trueMeans?: ContactMeaning | null;
};

/** What 1 means of a door or window; null for every other sensor. */
export const contactMeaning = ({ kind, isState, trueMeans }: ContactSensor): ContactMeaning | null =>
  kind === "door" && isState ? (trueMeans ?? "open") : null;

/**
 * A stored value as it is meant: 1 is an open door, whatever the device sends for one. History keeps what was
 * sent, so a setting that changes later holds for the past too. Everything that judges or words a value asks
 * here.
 */
export const meantValue = <V extends number | null>(sensor: ContactSensor, value: V): V | number =>
  value !== null && contactMeaning(sensor) === "closed" ? 1 - value : value;

/**
 * A span of values as it is meant, or a span of meanings as it is stored: what was the lowest is the highest.
 */
export const meantSpan = (sensor: ContactSensor, { low, high }: { low: number; high: number }) =>
  contactMeaning(sensor) === "closed" ? { low: 1 - high, high: 1 - low } : { low, high };

/** A sensor whose latest value is the one that is meant. */
export const asMeant = <S extends ContactSensor & { value: number | null }>(sensor: S): S => ({
  ...sensor,
  value: meantValue(sensor, sensor.value),
});

/** Four decimals are finer than any sensor and hide what a conversion adds in the fifteenth. */
const SHOWN_DECIMALS = 4;

/** For what was worked out rather than sent. */
const shownNumber = (value: number): number => Number(value.toFixed(SHOWN_DECIMALS));

/** A value as the reader asked for it: temperatures in `wanted`, all else (and null) untouched. */
export function shownValue(value: number, unit: string | null, wanted: TemperatureUnit | null) {
  if (wanted === null || unit === null || unit === wanted) return { value, unit };
  const converted = convert(value, unit, wanted);
  if (converted === null) return { value, unit };
  return { value: shownNumber(converted), unit: wanted };
}

/** The one rule for when a latest reading no longer tells how it is now. */
export const isStale = (at: Date, now: Date): boolean =>
  now.getTime() - at.getTime() > LIMITS.staleHours * HOUR_MS;
