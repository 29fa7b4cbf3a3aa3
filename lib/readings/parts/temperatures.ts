import { convert } from "../../kernel/units.ts";
import { isSpecifiedTemperature } from "../specified-temperature.ts";
import type { Leaf } from "./leaf.ts";
import { SCALE } from "./measures.ts";
import { scaleByDewPoint } from "./scale.ts";
import { snake } from "./snake.ts";

/** A leaf under the sender's name for it. */
export type Named = Leaf & { name: string };

const TWIN_MARK = /_?(?:degrees?_?|deg_?)?(?:celsius|fahrenheit|[cf])$/;
const TWIN_TOLERANCE = 0.3;

/** `temp_c` and `temp_f` are one measurement: what is said twice is kept in °C, and shows what an unmarked twin is in. */
export const withoutTwins = (leaves: Named[]): Named[] => {
  const isTemperature = ({ unit }: Named) => unit === "°C" || unit === "°F" || unit === SCALE;
  const byStem = Map.groupBy(leaves.filter(isTemperature), ({ name }) => snake(name).replace(TWIN_MARK, ""));
  const dropped = new Set<Named>();
  for (const twins of byStem.values()) {
    const [first, second] = twins.toSorted((a, b) => (a.unit ?? "").localeCompare(b.unit ?? ""));
    if (twins.length !== 2 || first === undefined || second === undefined) continue;
    if (first.unit === "°C" && isSame(first, second)) dropped.add(second);
  }
  return dropped.size === 0 ? leaves : leaves.filter((leaf) => !dropped.has(leaf));
};

const isSame = (celsius: Named, other: Named): boolean => {
  const fahrenheit = convert(celsius.measured.value, "°C", "°F") ?? 0;
  const { value } = other.measured;
  const isTwin = (expected: number) => Math.abs(value - expected) <= TWIN_TOLERANCE;
  return isTwin(fahrenheit) || (other.unit === SCALE && isTwin(celsius.measured.value));
};

/** What the numbers themselves show of the scale: an air temperature, its humidity and their dew point. */
export const shownScale = (leaves: Named[]): string | null => {
  const value = (fits: (leaf: Named) => boolean) => leaves.find(fits)?.measured.value;
  const temperature = value(({ kind, unit }) => kind === "temperature" && unit === SCALE);
  const humidity = value(({ kind }) => kind === "humidity");
  const dewPoint = value(({ name, unit }) => unit === SCALE && /dew/i.test(name));
  if (temperature === undefined || humidity === undefined || dewPoint === undefined) return null;
  return scaleByDewPoint(temperature, humidity, dewPoint);
};

/** What the interfaces of strangers are in where nothing says otherwise; of the specification's own keys it says °F. */
export const usualScale = (key: string): string => (isSpecifiedTemperature(key) ? "°F" : "°C");

const HUMIDITY_MAX = 105;

/** 441 tenths or 4410 hundredths of a percent; null for what is no share at all. */
const partOf = (humidity: number): number | null => {
  if (!Number.isInteger(humidity) || humidity > 10_000) return null;
  return humidity <= 1_000 ? 10 : 100;
};

const isHumidity = ({ kind, unit }: Named): boolean => kind === "humidity" && unit === "%";

const isWhole = (leaf: Named): boolean =>
  Number.isInteger(leaf.measured.value) &&
  (isHumidity(leaf) || (leaf.kind === "temperature" && leaf.unit === SCALE));

/**
 * A humidity beyond 100 % shows that a thing sends tenths or hundredths, its bare temperature too. What fits neither is
 * no humidity, and is left out.
 */
export const inWholeUnits = (leaves: Named[]): Named[] => {
  const humidity = leaves.find((leaf) => isHumidity(leaf) && leaf.measured.value > HUMIDITY_MAX);
  if (humidity === undefined) return leaves;
  const parts = partOf(humidity.measured.value);
  if (parts === null)
    return leaves.filter((leaf) => !isHumidity(leaf) || leaf.measured.value <= HUMIDITY_MAX);
  return leaves.map((leaf) =>
    isWhole(leaf) ? { ...leaf, measured: { ...leaf.measured, value: leaf.measured.value / parts } } : leaf,
  );
};
