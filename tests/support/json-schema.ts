import { isDeepStrictEqual } from "node:util";

export type Json = Record<string, unknown>;

export const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * What a JSON pointer reference such as `#/components/schemas/Error` names; undefined for one that leads
 * nowhere.
 */
export function resolve(document: Json, ref: string): unknown {
  if (!ref.startsWith("#/")) return undefined;
  const keys = ref
    .slice(2)
    .split("/")
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
  return keys.reduce<unknown>(
    (at, key) => (isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined),
    document,
  );
}

const TYPES: Record<string, (value: unknown) => boolean> = {
  object: isObject,
  array: Array.isArray,
  string: (value) => typeof value === "string",
  number: (value) => typeof value === "number",
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === "boolean",
  null: (value) => value === null,
};

const FORMATS: Record<string, RegExp> = {
  "date-time": /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
  email: /^[^@\s]+@[^@\s]+$/,
  uri: /^[a-z][a-z0-9+.-]*:\S+$/i,
};

type Check = (limit: unknown, value: unknown, schema: Json, go: Go) => string[];
type Go = (schema: unknown, value: unknown, at?: string) => string[];

const numbers = (
  limit: unknown,
  value: unknown,
  test: (value: number, limit: number) => boolean,
): string[] =>
  typeof value !== "number" || typeof limit !== "number" || test(value, limit) ? [] : [`beyond ${limit}`];
const lengths = (
  limit: unknown,
  value: unknown,
  test: (value: number, limit: number) => boolean,
): string[] => (typeof value === "string" || Array.isArray(value) ? numbers(limit, value.length, test) : []);
const passing = (schemas: unknown, value: unknown, go: Go): number =>
  (schemas as unknown[]).filter((schema) => go(schema, value).length === 0).length;
const least = (value: number, limit: number): boolean => value >= limit;
const most = (value: number, limit: number): boolean => value <= limit;

/** The keywords of JSON Schema 2020-12 that the document uses. */
const CHECKS: Record<string, Check> = {
  type: (types, value) =>
    [types].flat().some((type) => TYPES[String(type)]?.(value)) ? [] : [`not ${JSON.stringify(types)}`],
  enum: (choices, value) =>
    (choices as unknown[]).includes(value) ? [] : [`none of ${JSON.stringify(choices)}`],
  const: (only, value) => (isDeepStrictEqual(only, value) ? [] : [`not ${JSON.stringify(only)}`]),
  pattern: (pattern, value) =>
    typeof value !== "string" || new RegExp(String(pattern), "u").test(value) ? [] : [`not like ${pattern}`],
  format: (format, value) =>
    typeof value !== "string" || (FORMATS[String(format)] ?? /^/).test(value) ? [] : [`no ${format}`],
  minimum: (limit, value) => numbers(limit, value, least),
  maximum: (limit, value) => numbers(limit, value, most),
  exclusiveMinimum: (limit, value) => numbers(limit, value, (a, b) => a > b),
  exclusiveMaximum: (limit, value) => numbers(limit, value, (a, b) => a < b),
  minLength: (limit, value) => lengths(limit, value, least),
  maxLength: (limit, value) => lengths(limit, value, most),
  minItems: (limit, value) => lengths(limit, value, least),
  maxItems: (limit, value) => lengths(limit, value, most),
  required: (names, value) =>
    isObject(value)
      ? (names as string[]).filter((name) => !Object.hasOwn(value, name)).map((name) => `lacks ${name}`)
      : [],
  properties: (parts, value, _, go) =>
    isObject(value) && isObject(parts)
      ? Object.entries(parts).flatMap(([name, part]) =>
          Object.hasOwn(value, name) ? go(part, value[name], name) : [],
        )
      : [],
  minProperties: (limit, value) => (isObject(value) ? numbers(limit, Object.keys(value).length, least) : []),
  dependentRequired: (names, value) =>
    isObject(value) && isObject(names)
      ? Object.entries(names)
          .filter(([name]) => Object.hasOwn(value, name))
          .flatMap(([, others]) => (others as string[]).filter((other) => !Object.hasOwn(value, other)))
          .map((name) => `lacks ${name}`)
      : [],
  propertyNames: (part, value, _, go) =>
    isObject(value) ? Object.keys(value).flatMap((name) => go(part, name, name)) : [],
  additionalProperties: (part, value, { properties }, go) =>
    isObject(value)
      ? Object.keys(value)
          .filter((name) => !(isObject(properties) && Object.hasOwn(properties, name)))
          .flatMap((name) => (part === false ? [`may not have ${name}`] : go(part, value[name], name)))
      : [],
  items: (part, value, _, go) =>
    Array.isArray(value) ? value.flatMap((item, index) => go(part, item, String(index))) : [],
  not: (part, value, _, go) => (go(part, value).length > 0 ? [] : ["is what it may not be"]),
  anyOf: (parts, value, _, go) => (passing(parts, value, go) > 0 ? [] : ["is none of anyOf"]),
  oneOf: (parts, value, _, go) =>
    passing(parts, value, go) === 1 ? [] : [`is ${passing(parts, value, go)} of oneOf`],
  allOf: (parts, value, _, go) => (parts as unknown[]).flatMap((part) => go(part, value)),
};

const ANNOTATIONS = ["title", "description", "default", "examples"];
const KEYWORDS = new Set([...Object.keys(CHECKS), ...ANNOTATIONS, "$ref"]);

/** Everything in which `value` is not as `schema` has it; the references are into `document`. */
export function faults(document: Json, schema: unknown, value: unknown, path = "$"): string[] {
  if (schema === true) return [];
  if (!isObject(schema)) return [`${path}: no schema`];
  const go: Go = (part, inner, at) =>
    faults(document, part, inner, at === undefined ? path : `${path}.${at}`);
  if (typeof schema.$ref === "string") return go(resolve(document, schema.$ref), value);
  return Object.entries(schema).flatMap(([keyword, limit]) => {
    if (!KEYWORDS.has(keyword)) return [`${path}: nothing checks ${keyword}`];
    return (CHECKS[keyword]?.(limit, value, schema, go) ?? []).map((fault) =>
      fault.startsWith("$") ? fault : `${path}: ${fault}`,
    );
  });
}
