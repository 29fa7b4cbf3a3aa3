import type { z } from "zod";
import { done, type Outcome, refuse } from "../../lib/domain/outcome.ts";

/** Parses input from outside; a refusal names the first field at fault and what it must be. */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): Outcome<z.output<Schema>> {
  const result = schema.safeParse(input, { error: sentenceOf });
  if (result.success) return done(result.data);
  const [issue] = result.error.issues;
  const field = issue?.path.join(".") ?? "";
  return refuse(
    "invalid_request",
    `${field === "" ? "The request" : `"${field}"`} ${issue?.message ?? "is invalid"}`,
  );
}

const FORMS: Record<string, string> = {
  object: "must be a JSON object",
  array: "must be a list",
  string: "must be a text",
  number: "must be a number",
  int: "must be a whole number",
  boolean: "must be true or false",
};

/** For what a schema says nothing of: which JSON it must be. */
function sentenceOf(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code !== "invalid_type") return undefined;
  return FORMS[issue.expected];
}
