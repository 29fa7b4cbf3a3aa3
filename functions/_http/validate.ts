import type { z } from "zod";
import { done, type Outcome, refuse } from "../../lib/domain/outcome.ts";

/** Parses input from outside; a refusal names the first field at fault and what it must be. */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): Outcome<z.output<Schema>> {
  const result = schema.safeParse(input);
  if (result.success) return done(result.data);
  const [issue] = result.error.issues;
  const field = issue?.path.join(".") ?? "";
  return refuse(
    "invalid_request",
    `${field === "" ? "The request" : `"${field}"`} ${issue?.message ?? "is invalid"}`,
  );
}
