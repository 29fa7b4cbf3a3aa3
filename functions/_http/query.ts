import type { Context } from "hono";
import type * as z from "zod";
import { type Outcome, refuse } from "../../lib/kernel/outcome.ts";
import { validate } from "./validate.ts";

/**
 * The parameters after the `?`. One that the route does not have is refused by name: a misspelled `form`
 * would otherwise answer another time than was asked for. What begins with `_` is somebody's cache buster,
 * and ignored.
 */
export function query<Schema extends z.ZodObject>(c: Context, schema: Schema): Outcome<z.output<Schema>> {
  const given = c.req.queries();
  const unknown = Object.keys(given).find(
    (name) => !name.startsWith("_") && !Object.hasOwn(schema.shape, name),
  );
  if (unknown !== undefined) {
    const known = Object.keys(schema.shape).join(", ");
    return refuse(
      "invalid_request",
      `"${unknown.slice(0, NAME_SHOWN)}" is no parameter here: there are ${known}`,
    );
  }
  const values = Object.entries(given).map(([name, all]) => [name, isList(schema, name) ? all : all[0]]);
  return validate(schema, Object.fromEntries(values));
}

const NAME_SHOWN = 40;

/** A parameter that may be repeated. */
const isList = (schema: z.ZodObject, name: string): boolean =>
  schema.shape[name]?.safeParse([]).success === true;
