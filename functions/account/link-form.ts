import type { Context } from "hono";
import type { Outcome } from "../../lib/kernel/outcome.ts";
import { LinkSignIn } from "../../schema/wire/account/sign-in.ts";
import { readBytes } from "../_http/body.ts";
import { validate } from "../_http/validate.ts";

const FORM = /^application\/x-www-form-urlencoded\s*(;|$)/i;

/** What the link's page sends. */
export const isForm = (c: Context): boolean => FORM.test(c.req.header("Content-Type") ?? "");

export async function tokenOfForm(c: Context, bytesMax: number): Promise<Outcome<LinkSignIn>> {
  const bytes = await readBytes(c.req.raw, bytesMax);
  if (!bytes.ok) return bytes;
  const fields = new URLSearchParams(new TextDecoder().decode(bytes.value));
  return validate(LinkSignIn, { token: fields.get("token") });
}
