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

const PLAIN = { unitMs: 1, min: 0, max: 0, isWhole: false, isNullable: false } as const;

export const yesNo = <N extends string>(stored: N, is: boolean): Field<N, boolean, "yes_no"> => ({
  ...PLAIN,
  stored,
  is,
  type: "yes_no",
});

const fahrenheit = (value: number): Degrees => ({ value, unit: "°F" });

/** A temperature in degrees Fahrenheit by default; people may set it in Celsius. */
export const temperature = <N extends string>(stored: N, is: number): Field<N, Degrees, "temperature"> => ({
  ...PLAIN,
  stored,
  is: fahrenheit(is),
  type: "temperature",
  min: -100,
  max: 200,
});

/** A difference of two temperatures. */
export const difference = <N extends string>(stored: N, is: number): Field<N, Degrees, "difference"> => ({
  ...PLAIN,
  stored,
  is: fahrenheit(is),
  type: "difference",
  min: 0,
  max: 50,
});

export const percent = <N extends string>(
  stored: N,
  is: number,
  max = 100,
): Field<N, Degrees, "percent"> => ({
  ...PLAIN,
  stored,
  is: { value: is, unit: "%" },
  type: "percent",
  max,
});

export const number = <N extends string>(
  stored: N,
  is: number,
  min: number,
  max: number,
): Field<N, number, "number"> => ({ ...PLAIN, stored, is, type: "number", min, max });

export const readings = <N extends string>(stored: N, is: number): Field<N, number, "number"> => ({
  ...number(stored, is, 1, 20),
  isWhole: true,
});

/** `is`, `min` and `max` in minutes. */
export const minutes = <N extends string>(
  stored: N,
  is: number,
  min = 0,
  max = MONTH_MINUTES,
): Field<N, number, "number"> => ({ ...number(stored, is * MINUTE_MS, min, max), unitMs: MINUTE_MS });

/** `is`, `min` and `max` in hours. */
export const hours = <N extends string>(
  stored: N,
  is: number,
  min = 0,
  max = WEEK_HOURS,
): Field<N, number, "number"> => ({ ...number(stored, is * HOUR_MS, min, max), unitMs: HOUR_MS });

export const hoursList = <N extends string>(stored: N, is: number[]): Field<N, number[], "hours_list"> => ({
  ...PLAIN,
  stored,
  is,
  type: "hours_list",
  max: WEEK_HOURS,
});

/** The same field where null means "off". `null` as a second argument makes it so by default. */
export function orNull<N extends string, V, T extends FieldType>(
  field: Field<N, V, T>,
  is: V | null = field.is,
): Field<N, V | null, T> {
  return { ...field, is, isNullable: true };
}
