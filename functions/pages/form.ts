import type { Context } from "hono";
import { done, type Outcome, refuse } from "../../lib/kernel/outcome.ts";
import { LIMITS } from "../../schema/limits.ts";
import { readBytes } from "../_http/body.ts";

/** What a form of ours has sent: each field's last value; "" where it has none. */
export type Form = {
  text(name: string): string;
  /** The values of the ticked boxes of one name. */
  all(name: string): string[];
  has(name: string): boolean;
  /** True where a box is ticked or a button says yes. */
  yes(name: string): boolean;
  number(name: string): number;
  entries(): [name: string, value: string][];
};

const URL_ENCODED = /^application\/x-www-form-urlencoded\s*(;|$)/i;

export async function readForm(c: Context): Promise<Outcome<Form>> {
  const bytes = await readBytes(c.req.raw, LIMITS.accountBodyBytesMax);
  if (!bytes.ok) return bytes;
  // A form that is one button says nothing.
  if (bytes.value.length > 0 && !URL_ENCODED.test(c.req.header("Content-Type") ?? ""))
    return refuse("invalid_request", "Send this with its form");
  return done(formOf(new TextDecoder().decode(bytes.value)));
}

/** Reads fields from a body, or from an address that a form has asked for. */
export function formOf(given: ConstructorParameters<typeof URLSearchParams>[0]): Form {
  const fields = new URLSearchParams(given);
  const text = (name: string): string => (fields.getAll(name).at(-1) ?? "").trim();
  return {
    text,
    all: (name) => fields.getAll(name),
    has: (name) => fields.has(name),
    yes: (name) => text(name) === "yes",
    number: (name) => Number(text(name).replace(",", ".")),
    entries: () => [...fields],
  };
}
