/**
 * The parts of a table of settings: what `schema/alert-fields.ts` says of each setting, and what follows from
 * it.
 */

type Degrees = { value: number; unit: string | null };

/**
 * How a setting is written on the wire. Numbers of time are stored in milliseconds, `percent` as a quantity.
 */
type FieldType = "yes_no" | "temperature" | "difference" | "percent" | "number" | "hours_list";

export type Field<Name extends string = string, Value = unknown, Type extends FieldType = FieldType> = {
  /** Its name where it is stored and judged by. */
  stored: Name;
  type: Type;
  /** The value until somebody sets another one. */
  is: Value;
  /** Milliseconds of one unit of the wire's number; 1 for what is no time. */
  unitMs: number;
  min: number;
  max: number;
  isWhole: boolean;
  isNullable: boolean;
};

export type Fields = Record<string, Field>;

/** The settings as they are stored: by their stored names, with the values that the rules compute with. */
export type StoredOf<F extends Fields> = { [W in keyof F as F[W]["stored"]]: F[W]["is"] };

/** The settings as the wire has them. */
export type ShownOf<F extends Fields> = { [W in keyof F]: Shown<F[W]["is"], F[W]["type"]> };

type Shown<Value, Type extends FieldType> = Type extends "percent" ? number | Extract<Value, null> : Value;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MINUTES = 1_440;
const MONTH_MINUTES = 30 * DAY_MINUTES;
const WEEK_HOURS = 168;

/** A field without a unit of time and without null; where `more` says nothing, its values begin and end at 0. */
const fieldOf = <N extends string, V, T extends FieldType>(
  stored: N,
  is: V,
  type: T,
  more: Partial<Pick<Field, "unitMs" | "min" | "max" | "isWhole">> = {},
): Field<N, V, T> => ({
  unitMs: 1,
  min: 0,
  max: 0,
  isWhole: false,
  isNullable: false,
  stored,
  is,
  type,
  ...more,
});

export const yesNo = <N extends string>(stored: N, is: boolean) => fieldOf(stored, is, "yes_no");

const quantity = (value: number, unit: string): Degrees => ({ value, unit });

/** A temperature in degrees Fahrenheit by default; people may set it in Celsius. */
export const temperature = <N extends string>(stored: N, is: number) =>
  fieldOf(stored, quantity(is, "°F"), "temperature", { min: -100, max: 200 });

/** A difference of two temperatures. */
export const difference = <N extends string>(stored: N, is: number) =>
  fieldOf(stored, quantity(is, "°F"), "difference", { max: 50 });

export const percent = <N extends string>(stored: N, is: number, max = 100) =>
  fieldOf(stored, quantity(is, "%"), "percent", { max });

export const number = <N extends string>(stored: N, is: number, min: number, max: number) =>
  fieldOf(stored, is, "number", { min, max });

export const readings = <N extends string>(stored: N, is: number) =>
  fieldOf(stored, is, "number", { min: 1, max: 20, isWhole: true });

/** `is`, `min` and `max` in minutes. */
export const minutes = <N extends string>(stored: N, is: number, min = 0, max = MONTH_MINUTES) =>
  fieldOf(stored, is * MINUTE_MS, "number", { min, max, unitMs: MINUTE_MS });

/** `is`, `min` and `max` in hours. */
export const hours = <N extends string>(stored: N, is: number, min = 0, max = WEEK_HOURS) =>
  fieldOf(stored, is * HOUR_MS, "number", { min, max, unitMs: HOUR_MS });

export const hoursList = <N extends string>(stored: N, is: number[]) =>
  fieldOf(stored, is, "hours_list", { max: WEEK_HOURS });

/** The same field where null means "off". `null` as a second argument makes it so by default. */
export function orNull<N extends string, V, T extends FieldType>(
  field: Field<N, V, T>,
  is: V | null = field.is,
): Field<N, V | null, T> {
  return { ...field, is, isNullable: true };
}
