import type { Context } from "hono";
import type { Outcome } from "../../lib/kernel/outcome.ts";
import { escapeHtml } from "../../lib/kernel/text.ts";
import type { SignInSubject } from "../../lib/people/sign-in.ts";
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

/**
 * Names the account and home, over one button that posts the token; `token` has passed its form check and is letters
 * and digits.
 */
export function linkPage(c: Context, token: string, { email, home }: SignInSubject): Response {
  c.header("Cache-Control", "no-store");
  c.header(
    "Content-Security-Policy",
    "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  );
  // With no-referrer a browser posts the form with `Origin: null`, which we could not tell from another
  // site's.
  c.header("Referrer-Policy", "same-origin");
  c.header("X-Robots-Tag", "noindex");
  return c.html(
    `<!doctype html><html lang="en"><head><meta charset="utf-8">` +
      `<meta name="viewport" content="width=device-width"><title>Sign in to Hearthwatch</title></head>` +
      `<body><p>Sign in as ${escapeHtml(email)} and ${home === null ? "create a new home" : `open ${escapeHtml(home)}`}.</p>` +
      `<p>Not your email address? Close this page: somebody sent you a link to their own account.</p><form method="post" action="/api/account/sign-in/link">` +
      `<input type="hidden" name="token" value="${token}">` +
      `<button type="submit">Sign in to Hearthwatch</button></form></body></html>`,
  );
}
