import * as z from "zod/mini";
import {
  ALERT_FIELDS,
  BUILT_IN_KINDS,
  type BuiltInKind,
  type Field,
  type Fields,
  type FieldsOf,
  type ShownOf,
} from "../alert-fields.ts";
import { whereNoObject, yesNo } from "./text.ts";

const CROSSINGS_MAX = 6;

function numberFrom({ min, max, isWhole }: Pick<Field, "min" | "max" | "isWhole">) {
  const number = z.number().check(z.minimum(min), z.maximum(max));
  return isWhole ? number.check(z.int()) : number;
}

const degreesError = 'must be an object of a value and a unit, such as {"value": 40, "unit": "°F"}';
const unit = z.pipe(
  z.enum(["°F", "°C", "F", "C"]),
  z.transform((text): "°F" | "°C" => (text.endsWith("F") ? "°F" : "°C")),
);

/** Returns the shape of a setting in a request. */
function takenField(field: Field): z.ZodMiniType {
  switch (field.type) {
    case "yes_no":
      return yesNo;
    case "temperature":
    case "difference":
      return z.strictObject({ value: numberFrom(field), unit }, { error: whereNoObject(degreesError) });
    case "percent":
    case "number":
      return numberFrom(field);
    case "hours_list":
      return z.array(numberFrom(field)).check(z.maxLength(CROSSINGS_MAX));
    default:
      return field.type satisfies never;
  }
}

/** Returns the shape of a setting in an answer: temperatures are in the unit in which they were set. */
const shownField = (field: Field): z.ZodMiniType =>
  field.type === "temperature" || field.type === "difference"
    ? z.object({ value: z.number(), unit: z.string() })
    : takenField(field);

type Shapes<F extends Fields> = { [Name in keyof F]: z.ZodMiniType<ShownOf<F>[Name]> };

function fieldsOf<K extends BuiltInKind>(kind: K, schemaOf: (field: Field) => z.ZodMiniType) {
  const shapes = Object.entries(ALERT_FIELDS[kind].fields).map(([name, field]: [string, Field]) => [
    name,
    field.isNullable ? z.nullable(schemaOf(field)) : schemaOf(field),
  ]);
  return Object.fromEntries(shapes) as Shapes<FieldsOf<K>>;
}

/** `null` is a value of its own, never the default: to get that, omit the field. */
const overridesOf = <K extends BuiltInKind>(kind: K) => z.partial(z.strictObject(fieldsOf(kind, takenField)));

type AllOverrides = { [K in BuiltInKind]: ReturnType<typeof overridesOf<K>> };

/** The settings that can be overridden, by kind. */
export const ALERT_OVERRIDES = Object.fromEntries(
  BUILT_IN_KINDS.map((kind) => [kind, overridesOf(kind)]),
) as AllOverrides;

type OverridesShape = { [K in BuiltInKind]: z.ZodMiniOptional<AllOverrides[K]> };

const overridesShape = (kinds: BuiltInKind[]) =>
  Object.fromEntries(kinds.map((kind) => [kind, z.optional(ALERT_OVERRIDES[kind])])) as OverridesShape;

/** A sensor's differences from its home's settings. */
export const SensorAlertSettings = z.strictObject(
  overridesShape(BUILT_IN_KINDS.filter((kind) => ALERT_FIELDS[kind].isPerSensor)),
);

/** All of a home's differences from the defaults; a PUT replaces them all. */
export const HomeAlertSettings = z.strictObject(overridesShape(BUILT_IN_KINDS));
export type HomeAlertSettings = z.output<typeof HomeAlertSettings>;

const shownOf = <K extends BuiltInKind>(kind: K) => z.object(fieldsOf(kind, shownField));
const shownOverridesOf = <K extends BuiltInKind>(kind: K) => z.partial(shownOf(kind));

type ShownShape = { [K in BuiltInKind]: ReturnType<typeof shownOf<K>> };
type ShownOverridesShape = { [K in BuiltInKind]: z.ZodMiniOptional<ReturnType<typeof shownOverridesOf<K>>> };

const shownShape = Object.fromEntries(BUILT_IN_KINDS.map((kind) => [kind, shownOf(kind)])) as ShownShape;
const shownOverrides = Object.fromEntries(
  BUILT_IN_KINDS.map((kind) => [kind, z.optional(shownOverridesOf(kind))]),
) as ShownOverridesShape;

export const EffectiveAlertSettings = z.object(shownShape);
export const ShownAlertOverrides = z.object(shownOverrides);

/** `overrides` has the stored settings. `effective` adds the defaults and, for a sensor, its home's settings. */
export const AlertSettingsAnswer = z.object({
  overrides: ShownAlertOverrides,
  effective: EffectiveAlertSettings,
});
export type AlertSettingsAnswer = z.output<typeof AlertSettingsAnswer>;
