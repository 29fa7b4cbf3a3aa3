import type { Context } from "hono";
import type { z } from "zod";
import { type Outcome, refuse } from "../../lib/kernel/outcome.ts";
import { decodeBody } from "../../lib/readings/decode-body.ts";
import { declaresMoreThan, readBytes } from "./body.ts";
import { validate } from "./validate.ts";

/** A JSON body of at most `bytesMax` bytes, read strictly and checked against its shape. */
export async function jsonBody<Schema extends z.ZodType>(
  c: Context,
  schema: Schema,
  bytesMax: number,
): Promise<Outcome<z.output<Schema>>> {
  const tooLarge = refuse("body_too_large", `Payload too large: ${bytesMax / 1_024} KB at most`);
  if (declaresMoreThan(c.req.raw, bytesMax)) return tooLarge;
  const bytes = await readBytes(c.req.raw, bytesMax);
  if (!bytes.ok) return tooLarge;
  if (bytes.value.length === 0) return refuse("empty_body", "Empty body: send a JSON object");
  const body = decodeBody(bytes.value);
  return body.ok ? validate(schema, body.value) : body;
}
