import type { Json } from "./route.ts";

const NAMED = /^#\/components\/schemas\//;

type Named = Readonly<Record<string, Json>>;

/** What a reference into the document's schemas stands for; the schema itself where it is none. */
const referred = (schema: Json, named: Named): Json =>
  typeof schema.$ref === "string" ? (named[schema.$ref.replace(NAMED, "")] ?? {}) : schema;

/** The schemas of which a value is one; an object's own only say which of its fields go together. */
export const choicesOf = ({ anyOf, oneOf, properties }: Json): Json[] | undefined =>
  properties === undefined ? ((anyOf ?? oneOf) as Json[] | undefined) : undefined;

/** Whether a sample is of a schema's kind: of one of its choices or types, whatever else the schema asks. */
export function accepts(schema: Json, named: Named, value: unknown): boolean {
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
