import type { Checks, Schema, Shape } from "../_http/validate.ts";
import type { Form } from "./form.ts";

/** A field of a wire shape without what is wrapped around it. */
function bare(field: Schema): { core: Schema; isOptional: boolean; isNullable: boolean } {
  let [core, isOptional, isNullable] = [field, false, false];
  for (;;) {
    const { def } = core._zod;
    if (def.type === "optional" || def.type === "nullable" || def.type === "default") {
      isOptional ||= def.type !== "nullable";
      isNullable ||= def.type === "nullable";
      core = def.innerType as Schema;
    } else if (def.type === "pipe") core = def.in as Schema;
    else return { core, isOptional, isNullable };
  }
}

function fieldsOf(shape: Shape): Record<string, Schema> {
  const { def } = (shape as unknown as Schema)._zod;
  return def.type === "object" ? (def.shape as Record<string, Schema>) : {};
}

/**
 * What a form says as its wire shape takes it, each field by the name that it has there. A field that the form does not
 * ask for is left out; one that is left empty is null, or left out, where it may be.
 */
export const readAs = (shape: Shape, form: Form): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fieldsOf(shape)).flatMap(([name, field]) => {
      const value = read(name, bare(field), form);
      return value === undefined ? [] : [[name, value]];
    }),
  );

function read(name: string, { core, isOptional, isNullable }: ReturnType<typeof bare>, form: Form): unknown {
  const { def } = core._zod;
  if (def.type === "array") return form.all(name);
  if (!form.has(name)) return undefined;
  const text = form.text(name);
  if (text === "" && isNullable) return null;
  // A number of the wire that may be said in another way too is a number in a form.
  const isNumber =
    def.type === "number" ||
    def.type === "union" ||
    (def.type === "literal" && typeof def.values[0] === "number");
  if (isNumber) return text === "" ? (isOptional ? undefined : Number.NaN) : form.number(name);
  return def.type === "boolean" ? text === "yes" : text;
}

/** What a browser holds its reader to: the very limits of the wire. */
export function heldTo(shape: Shape | undefined, name: string): { required?: true; maxlength?: number } {
  const field = shape === undefined ? undefined : fieldsOf(shape)[name];
  if (field === undefined) return {};
  const { core, isNullable } = bare(field);
  const checks = (core._zod.def.checks ?? []).map((check) => check._zod.def as Checks["_zod"]["def"]);
  const longest = checks.find((check) => check.check === "max_length")?.maximum;
  const isText =
    core._zod.def.type === "string" &&
    checks.some((check) => check.check === "min_length" && check.minimum > 0);
  return {
    ...(isText && !isNullable ? { required: true } : {}),
    ...(longest === undefined ? {} : { maxlength: longest }),
  };
}
