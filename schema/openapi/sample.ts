import type { Json } from "./json-schema.ts";
import values from "./sample-values.json" with { type: "json" };

/**
 * The values of fields in examples, by `<shape or parent>.<field>` or by the field alone: one small, consistent
 * home. A field that isn't listed gets the simplest value of its type; an optional one is then left out.
 */
const SAMPLE_VALUES: Readonly<Record<string, unknown>> = values;

const INSTANT = "2026-11-20T10:00:00.000Z";
const DAY = "2026-11-20";
const NAMED = /^#\/components\/schemas\//;

/** The place of a schema in an example: the field, and the shape or field that holds it. */
type Place = { field: string; holders: readonly string[] };

/** An example of a schema of the document, whose references are looked up in `named`. */
export function sampleOf(schema: Json, named: Readonly<Record<string, Json>>, place: Place): unknown {
  const told = toldOf(place);
  if (told !== undefined && accepts(schema, named, told)) return told;
  if (typeof schema.$ref === "string") {
    const name = schema.$ref.replace(NAMED, "");
    return sampleOf(named[name] ?? {}, named, { field: "", holders: [...nearest(place), name] });
  }
  const [choice] = choicesOf(schema) ?? [];
  if (choice !== undefined) return sampleOf(choice, named, place);
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  return ofType(schema, named, place);
}

const nearest = ({ field, holders }: Place): string[] => (field === "" ? [...holders] : [field]);

/** Looks for a sample by the nearest shape or field that holds the value first, then by the field alone. */
function toldOf({ field, holders }: Place): unknown {
  if (field === "") return undefined;
  const names = [...holders.toReversed().map((holder) => `${holder}.${field}`), field];
  const name = names.find((each) => Object.hasOwn(SAMPLE_VALUES, each));
  return name === undefined ? undefined : SAMPLE_VALUES[name];
}

function ofType(schema: Json, named: Readonly<Record<string, Json>>, place: Place): unknown {
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

/** The required fields, and the optional ones with a listed value. */
function objectOf(schema: Json, named: Readonly<Record<string, Json>>, place: Place): Json {
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

/** One entry of an object whose fields have names that nobody knows beforehand. */
function entryOf(
  { properties, additionalProperties }: Json,
  named: Readonly<Record<string, Json>>,
  place: Place,
) {
  if (properties !== undefined || typeof additionalProperties !== "object") return [];
  const name = place.field === "by_id" ? SAMPLE_VALUES["Sensor.id"] : SAMPLE_VALUES.key;
  const entry = sampleOf(additionalProperties as Json, named, { field: "", holders: nearest(place) });
  return [[String(name), entry] as const];
}

type Named = Readonly<Record<string, Json>>;

/** What a reference into the document's schemas stands for; the schema itself where it is none. */
const referred = (schema: Json, named: Named): Json =>
  typeof schema.$ref === "string" ? (named[schema.$ref.replace(NAMED, "")] ?? {}) : schema;

/** The schemas of which a value matches one; an object's own only say which of its fields go together. */
const choicesOf = ({ anyOf, oneOf, properties }: Json): Json[] | undefined =>
  properties === undefined ? ((anyOf ?? oneOf) as Json[] | undefined) : undefined;

/** True if a sample is of a schema's kind: one of its choices or types, whatever else the schema requires. */
function accepts(schema: Json, named: Named, value: unknown): boolean {
  if (typeof schema.$ref === "string") return accepts(referred(schema, named), named, value);
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

/** Texts that are no JSON, as examples of their types. */
const TEXTS: readonly [RegExp, string][] = [
  [
    /^text\/csv/,
    "recorded_at,sensor_id,key,label,kind,unit,value_num,value_bool,resolution,device_id,device,space\r\n2026-11-20T10:00:00.000Z,sen_7dQm2Kx9bT4wLr5sVn1cPz3H,temp1,North wall,temperature,°F,38.5,,raw,dev_4KqT0d8WmB2rXc71ZpYa,Cellar node,Cellar\r\n",
  ],
  [
    /^text\/plain; version/,
    'hearthwatch_door_open{device_id="dev_4KqT0d8WmB2rXc71ZpYa",device="Cellar node",space="Cellar",sensor_id="sen_7dQm2Kx9bT4wLr5sVn1cPz3H",sensor="Hatch"} 0\n',
  ],
  [/^text\/plain/, "Hearthwatch watches a home's sensors.\n"],
  [/^text\/html/, "<!doctype html><title>Hearthwatch</title>"],
  [/^application\/atom/, '<?xml version="1.0" encoding="utf-8"?><feed xmlns="http://www.w3.org/2005/Atom"/>'],
];

export const textExample = (type: string): string => TEXTS.find(([known]) => known.test(type))?.[1] ?? "text";
