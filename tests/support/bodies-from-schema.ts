import { DOCUMENT } from "./documented.ts";
import { faults, isObject, type Json, resolve } from "./json-schema.ts";

/** What the fields of these names hold, where it has to be something that is there. */
export type Real = Readonly<Record<string, unknown>>;
/** A body or parameter, and what it tries. */
export type Tried = { what: string; value: unknown };

/** A text like a secret, which no answer that refuses it may repeat. */
export const CANARY = "hw_canary_5f3c9a1e7b2d4806";

/** Texts of every form that the document asks for somewhere; the first that its schema allows is taken. */
const TEXTS = [
  "text",
  "A",
  "°F",
  "42",
  "22:30",
  "000000",
  "Europe/Berlin",
  "2026-11-20T10:00:00Z",
  "2026-11-20",
  "someone@example.com",
  "https://barn.example.com/state.json",
  "+15555550199",
  "ab".repeat(32),
];
const NUMBERS = [1, 5, 20, 40, 0, -1, 100, 1_000];
const ODD: unknown[] = [
  "",
  " ",
  "nothing\u0000",
  "x".repeat(3_000),
  -1e9,
  0.5,
  1e19,
  true,
  null,
  [],
  {},
  [{}],
  CANARY,
  `__proto__/../\u202e${"{".repeat(200)}`,
  "\ud800",
];
/** Of each field two of the odd values are tried, of neighbours others. */
const STEP = 8;

const allowed = (schema: Json, value: unknown): boolean => faults(DOCUMENT, schema, value).length === 0;

/** A value that the schema allows: with every field, or with those alone that must be there. */
function sampleOf(schema: Json, real: Real, isFull: boolean, name = ""): unknown {
  if (Object.hasOwn(real, name) && allowed(schema, real[name])) return real[name];
  if (typeof schema.$ref === "string")
    return sampleOf(resolve(DOCUMENT, schema.$ref) as Json, real, isFull, name);
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.properties === undefined && (schema.anyOf ?? schema.oneOf) !== undefined) {
    const [choice] = (schema.anyOf ?? schema.oneOf) as Json[];
    return sampleOf(choice as Json, real, isFull, name);
  }
  switch ([schema.type].flat()[0]) {
    case "object":
      return objectOf(schema, real, isFull);
    case "array":
      return isFull || schema.minItems !== undefined
        ? [sampleOf((schema.items ?? {}) as Json, real, isFull, name)]
        : [];
    case "integer":
    case "number":
      return NUMBERS.find((each) => allowed(schema, each));
    case "boolean":
      return true;
    default:
      return TEXTS.find((each) => allowed(schema, each));
  }
}

/** Of exactly one of several fields the others are left out. */
function objectOf(schema: Json, real: Real, isFull: boolean): Json {
  const parts = (schema.properties ?? {}) as Record<string, Json>;
  const [first, ...rest] = ((schema.oneOf ?? schema.anyOf ?? []) as { required: string[] }[]).map(
    ({ required }) => required,
  );
  const must = [...((schema.required ?? []) as string[]), ...(first ?? [])];
  const without = schema.oneOf === undefined ? [] : rest.flat();
  const wanted = Object.keys(parts).filter(
    (field) => !without.includes(field) && (isFull || must.includes(field)),
  );
  if (wanted.length === 0 && typeof schema.minProperties === "number")
    wanted.push(...Object.keys(parts).slice(0, 1));
  return Object.fromEntries(
    wanted.map((field) => [field, sampleOf(parts[field] as Json, real, isFull, field)]),
  );
}

/** Bodies that the schema allows, and each of their fields, at any depth, left out and with odd values. */
export function bodiesOf(schema: Json, real: Real): Tried[] {
  const full = sampleOf(schema, real, true);
  return [
    { what: "every field", value: full },
    { what: "no field more than must be", value: sampleOf(schema, real, false) },
    { what: "nothing", value: {} },
    { what: "a list", value: [] },
    ...fieldsIn(full).flatMap((path, place) =>
      [undefined, ...ODD.filter((_, at) => at % STEP === place % STEP)].map((odd) => ({
        what: `${path.join(".")}: ${JSON.stringify(odd)?.slice(0, 20)}`,
        value: changed(full, path, odd),
      })),
    ),
  ];
}

type Path = readonly (string | number)[];

function fieldsIn(value: unknown): Path[] {
  const parts: [string | number, unknown][] = Array.isArray(value)
    ? value.slice(0, 1).map((item) => [0, item])
    : isObject(value)
      ? Object.entries(value)
      : [];
  return parts.flatMap(([name, part]): Path[] => [
    [name],
    ...fieldsIn(part).map((below) => [name, ...below]),
  ]);
}

/** A copy in which what is at the path is another value, or is left out. */
function changed(whole: unknown, [name, ...below]: Path, value: unknown): unknown {
  if (name === undefined) return value;
  if (Array.isArray(whole)) {
    const item = changed(whole[0], below, value);
    return item === undefined ? whole.slice(1) : [item, ...whole.slice(1)];
  }
  const { [name]: part, ...rest } = whole as Json;
  const made = changed(part, below, value);
  return made === undefined ? rest : { ...rest, [name]: made };
}

/** Values of one parameter of a query, as text. */
export const textsOf = (schema: Json, real: Real, name: string): string[] =>
  [sampleOf(schema, real, true, name), "nothing of ours", "-1", CANARY].map(String);
