import type { z } from "zod";
import { done, type Outcome, refuse } from "../../lib/kernel/outcome.ts";

/**
 * Parses input from outside; a refusal names the first field at fault and what it must be. A field that is
 * unknown comes first: misspelled, it is often why another one is missing.
 */
export function validate<Schema extends z.ZodType>(
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

const NAME_SHOWN = 40;

const pathOf = (issue: z.core.$ZodIssue): string =>
  (issue.code === "unrecognized_keys"
    ? [...issue.path, issue.keys[0]?.slice(0, NAME_SHOWN)]
    : issue.path
  ).join(".");

const FORMS: Record<string, string> = {
  object: "must be a JSON object",
  array: "must be a list",
  string: "must be a text",
  number: "must be a number",
  int: "must be a whole number",
  boolean: "must be true or false",
};

/** For what a schema says nothing of: which JSON it must be, and which fields there are. */
function sentenceOf(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === "invalid_type") return FORMS[issue.expected];
  if (issue.code !== "unrecognized_keys") return undefined;
  return `is no field here: there are ${namesOf(issue.inst).join(", ")}`;
}

/** The fields of the object whose schema found one too many. */
function namesOf(schema: unknown): string[] {
  const { def } = (schema as z.core.$ZodObject)._zod;
  return Object.keys(def.shape);
}
