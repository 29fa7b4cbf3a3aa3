import type { Context } from "hono";
import * as z from "zod/mini";
import { done, type Outcome, refuse } from "../../lib/kernel/outcome.ts";
import { decodeBody } from "../../lib/readings/json.ts";
import { readBytes } from "./body.ts";

/**
 * Parses input from outside. A refusal names the first wrong field and what it must be. An unknown field comes first: a
 * misspelled one is often why another is missing.
 */
export function validate<Schema extends z.ZodMiniType>(
  schema: Schema,
  input: unknown,
): Outcome<z.output<Schema>> {
  const result = schema.safeParse(input, { error: sentenceOf });
  if (result.success) return done(result.data);
  const { issues } = result.error;
  const issue = issues.find(({ code }) => code === "unrecognized_keys") ?? issues[0];
  const field = issue === undefined ? "" : pathOf(issue);
  return refuse(
    "invalid_request",
    `${field === "" ? "The request" : `"${field}"`} ${issue?.message ?? "is invalid"}`,
  );
}

export type Shape = z.ZodMiniType;
export type Said<Schema extends Shape> = z.output<Schema>;
export type Issue = z.core.$ZodIssue;
/** zod's own types of schemas and their checks, for code that inspects a schema. */
export type Schema = z.core.$ZodTypes;
export type Checks = z.core.$ZodChecks;

/** Returns the input's first issue, for a caller that words it itself. */
export function firstIssue<Schema extends Shape>(
  schema: Schema,
  input: unknown,
): { ok: true; value: z.output<Schema> } | { ok: false; issue: z.core.$ZodIssue | undefined } {
  const result = schema.safeParse(input);
  return result.success ? { ok: true, value: result.data } : { ok: false, issue: result.error.issues[0] };
}

const NAME_SHOWN = 40;

const pathOf = (issue: z.core.$ZodIssue): string =>
  (issue.code === "unrecognized_keys"
    ? [...issue.path, issue.keys[0]?.slice(0, NAME_SHOWN)]
    : issue.path
  ).join(".");

const FORMS: Record<string, string> = {
  object: "must be a JSON object",
  record: "must be a JSON object",
  array: "must be a list",
  string: "must be text",
  number: "must be a number",
  int: "must be a whole number",
  boolean: "must be true or false",
  datetime: "must be an ISO 8601 time",
  email: "must be an email address",
};

/** Words a bound of a number, a text or a list. */
const bounded = (bound: string, origin: string): string =>
  origin === "array"
    ? `must have ${bound} entries`
    : `must be ${bound}${origin === "string" ? " characters" : ""}`;

/** Words what a field must be, unless its schema has a more specific message. */
function sentenceOf(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "unrecognized_keys":
      return `is an unknown field. Allowed: ${namesOf(issue.inst).join(", ")}`;
    case "invalid_type":
      return FORMS[issue.expected] ?? "is invalid";
    case "invalid_format":
      return FORMS[issue.format] ?? "is invalid";
    case "invalid_value":
      return `must be ${inWords(issue.values)}`;
    case "too_small":
      return bounded(`at least ${issue.minimum}`, issue.origin);
    case "too_big":
      return bounded(`at most ${issue.maximum}`, issue.origin);
    default:
      return "is invalid";
  }
}

const inWords = (values: readonly unknown[]): string =>
  values.length > 2 ? `one of ${values.join(", ")}` : values.join(" or ");

/** Returns the fields of the object whose schema rejected an unknown one. */
function namesOf(schema: unknown): string[] {
  const { def } = (schema as z.core.$ZodObject)._zod;
  return Object.keys(def.shape);
}

/** Reads a JSON body of at most `bytesMax` bytes, strictly, and checks it against its shape. */
export async function jsonBody<Schema extends z.ZodMiniType>(
  c: Context,
  schema: Schema,
  bytesMax: number,
): Promise<Outcome<z.output<Schema>>> {
  const tooLarge = refuse("body_too_large", `Payload too large: ${bytesMax / 1_024} KB at most`);
  const bytes = await readBytes(c.req.raw, bytesMax);
  if (!bytes.ok) return tooLarge;
  if (bytes.value.length === 0) return refuse("empty_body", "Empty body: send a JSON object");
  const body = decodeBody(bytes.value);
  return body.ok ? validate(schema, body.value) : body;
}

/**
 * Reads the query parameters. An unknown one is refused by name: a misspelled `form` would otherwise silently answer
 * another period. Names that begin with `_` are cache busters, and ignored.
 */
export function query<Schema extends z.ZodMiniObject>(c: Context, schema: Schema): Outcome<z.output<Schema>> {
  const given = Object.entries(c.req.queries()).filter(([name]) => !name.startsWith("_"));
  const values = given.map(([name, all]) => [name, isList(schema, name) ? all : all[0]]);
  return validate(schema, Object.fromEntries(values));
}

/** Returns whether a parameter may be repeated. Inherited names such as `constructor` are no parameters. */
function isList({ shape }: z.ZodMiniObject, name: string): boolean {
  const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
  return field !== undefined && z.safeParse(field, []).success;
}
