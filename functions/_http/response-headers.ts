import type { Random } from "../../lib/kernel/ports.ts";
import { base62Text } from "../../lib/kernel/secret.ts";

/** Every answer has them, also one that is given before a function is asked. */
export const SECURITY_HEADERS = {
  "Strict-Transport-Security": "max-age=31536000; includeSubDomains",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Content-Security-Policy":
    "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
} as const;

const SANE_REQUEST_ID = /^[\w-]{8,64}$/;
const REQUEST_ID_CHARACTERS = 20;

/** The caller's own id where it is a sane one, else a new one. */
export const requestIdOf = (given: string | undefined, random: Random): string =>
  given !== undefined && SANE_REQUEST_ID.test(given) ? given : base62Text(REQUEST_ID_CHARACTERS, random);
