import type { Context } from "hono";
import { done, type Outcome, refuse } from "../../lib/kernel/outcome.ts";
import { LIMITS } from "../../schema/limits.ts";
import { readBytes } from "../_http/body.ts";
import type { Checks, Schema, Shape } from "../_http/validate.ts";

/** What a form of ours has sent. */
export type SentForm = ReturnType<typeof formOf>;

const URL_ENCODED = /^application\/x-www-form-urlencoded\s*(;|$)/i;

export async function readForm(c: Context): Promise<Outcome<SentForm>> {
  const bytes = await readBytes(c.req.raw, LIMITS.accountBodyBytesMax);
  if (!bytes.ok) return bytes;
  // A form that is one button says nothing.
  if (bytes.value.length > 0 && !URL_ENCODED.test(c.req.header("Content-Type") ?? ""))
    return refuse("invalid_request", "Send this with its form");
  return done(formOf(new TextDecoder().decode(bytes.value)));
}

/** Reads fields from a body, or from an address that a form has asked for. */
export function formOf(given: ConstructorParameters<typeof URLSearchParams>[0]) {
  const fields = new URLSearchParams(given);
  /** A field's last value; "" where it has none. */
  const text = (name: string): string => (fields.getAll(name).at(-1) ?? "").trim();
  return {
    text,
    /** The values of the ticked boxes of one name. */
    all: (name: string): string[] => fields.getAll(name),
    has: (name: string): boolean => fields.has(name),
    /** True where a box is ticked or a button says yes. */
    yes: (name: string): boolean => text(name) === "yes",
    number: (name: string): number => Number(text(name).replace(",", ".")),
    entries: (): [name: string, value: string][] => [...fields],
  };
}

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
export const readAs = (shape: Shape, form: SentForm): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fieldsOf(shape)).flatMap(([name, field]) => {
      const value = read(name, bare(field), form);
      return value === undefined ? [] : [[name, value]];
    }),
  );

function read(
  name: string,
  { core, isOptional, isNullable }: ReturnType<typeof bare>,
  form: SentForm,
): unknown {
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
