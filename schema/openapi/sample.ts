import type { Json } from "./json-schema.ts";
import values from "./sample-values.json" with { type: "json" };
import words from "./words.json" with { type: "json" };

/**
 * The values of fields in examples, by `<shape or parent>.<field>` or by the field alone: one small, consistent
 * home. A field that isn't listed gets the simplest value of its type; an optional one is then left out.
 */
const SAMPLE_VALUES: Readonly<Record<string, unknown>> = values;

const INSTANT = "2026-11-20T10:00:00.000Z";
const DAY = "2026-11-20";
const nameOf = (reference: string): string => reference.replace(/^#\/components\/schemas\//, "");

/** The document's named schemas. */
type Named = Readonly<Record<string, Json>>;

/** The position of a schema in an example: the field, and the shapes or fields that hold it. */
type Place = { field: string; holders: readonly string[] };

/** Returns an example of a schema. `named` holds the schemas that it refers to. */
export function sampleOf(schema: Json, named: Named, place: Place): unknown {
  const told = toldOf(place);
  if (told !== undefined && accepts(schema, named, told)) return told;
  if (typeof schema.$ref === "string") {
    const name = nameOf(schema.$ref);
    return sampleOf(named[name] ?? {}, named, { field: "", holders: [...nearest(place), name] });
  }
  const [choice] = choicesOf(schema) ?? [];
  if (choice !== undefined) return sampleOf(choice, named, place);
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  return ofType(schema, named, place);
}

const nearest = ({ field, holders }: Place): string[] => (field === "" ? [...holders] : [field]);

/** Returns the sample value for the nearest shape or field that holds the field, else for the field alone. */
function toldOf({ field, holders }: Place): unknown {
  if (field === "") return undefined;
  const names = [...holders.toReversed().map((holder) => `${holder}.${field}`), field];
  const name = names.find((each) => Object.hasOwn(SAMPLE_VALUES, each));
  return name === undefined ? undefined : SAMPLE_VALUES[name];
}

function ofType(schema: Json, named: Named, place: Place): unknown {
  switch ([schema.type].flat()[0]) {
    case "object":
      return objectOf(schema, named, place);
    case "array":
      return [sampleOf((schema.items ?? {}) as Json, named, { field: "", holders: nearest(place) })];
    case "integer":
    case "number":
      return typeof schema.minimum === "number" && schema.minimum > 1 ? schema.minimum : 1;
    case "boolean":
      return true;
    default:
      return textOf(schema);
  }
}

function textOf({ format }: Json): string {
  if (format === "date-time") return INSTANT;
  return format === "date" ? DAY : "text";
}

/** Returns the required fields, and the optional ones that have a sample value. */
function objectOf(schema: Json, named: Named, place: Place): Json {
  const required = (schema.required ?? []) as string[];
  const holders = nearest(place);
  const fields = Object.entries((schema.properties ?? {}) as Record<string, Json>).flatMap(
    ([field, part]) => {
      const inner = { field, holders };
      const told = toldOf(inner);
      const isShown = required.includes(field) || (told !== undefined && accepts(part, named, told));
      return isShown ? [[field, sampleOf(part, named, inner)] as const] : [];
    },
  );
  return Object.fromEntries([...fields, ...entryOf(schema, named, place)]);
}

/** Returns one entry of an object with arbitrary keys. */
function entryOf({ properties, additionalProperties }: Json, named: Named, place: Place) {
  if (properties !== undefined || typeof additionalProperties !== "object") return [];
  const name = place.field === "by_id" ? SAMPLE_VALUES["Sensor.id"] : SAMPLE_VALUES.key;
  const entry = sampleOf(additionalProperties as Json, named, { field: "", holders: nearest(place) });
  return [[String(name), entry] as const];
}

/** Returns a schema's alternatives. An object's don't count: they only say which of its fields go together. */
const choicesOf = ({ anyOf, oneOf, properties }: Json): Json[] | undefined =>
  properties === undefined ? ((anyOf ?? oneOf) as Json[] | undefined) : undefined;

/** Returns whether a sample fits a schema's alternatives or type, whatever else the schema requires. */
function accepts(schema: Json, named: Named, value: unknown): boolean {
  if (typeof schema.$ref === "string") return accepts(named[nameOf(schema.$ref)] ?? {}, named, value);
  const choices = choicesOf(schema);
  if (choices !== undefined) return choices.some((choice) => accepts(choice, named, value));
  if (schema.const !== undefined) return schema.const === value;
  if (Array.isArray(schema.enum)) return schema.enum.includes(value);
  if (Array.isArray(value) && schema.items !== undefined)
    return value.every((item) => accepts(schema.items as Json, named, item));
  const types = [schema.type ?? typeOf(value)].flat();
  return types.includes(typeOf(value)) || (types.includes("integer") && Number.isInteger(value));
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

/** Returns an example of a media type other than JSON. */
export const textExample = (type: string): string =>
  Object.entries(words.texts).find(([known]) => type.startsWith(known))?.[1] ?? "text";
