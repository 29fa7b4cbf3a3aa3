import type { ContactMeaning, SensorKind } from "../../schema/vocabulary.ts";

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
export function meantValue<V extends number | null>(sensor: ContactSensor, value: V): V | number {
  return value !== null && contactMeaning(sensor) === "closed" ? 1 - value : value;
}

/**
 * A span of values as it is meant, or a span of meanings as it is stored: what was the lowest is the highest.
 */
export const meantSpan = (
  sensor: ContactSensor,
  { low, high }: { low: number; high: number },
): { low: number; high: number } =>
  contactMeaning(sensor) === "closed" ? { low: 1 - high, high: 1 - low } : { low, high };

/** A sensor whose latest value is the one that is meant. */
export const asMeant = <S extends ContactSensor & { value: number | null }>(sensor: S): S => ({
  ...sensor,
  value: meantValue(sensor, sensor.value),
});
