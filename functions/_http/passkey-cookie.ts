import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import type { Random } from "../../lib/kernel/ports.ts";
import { base64UrlText } from "../../lib/kernel/text.ts";
import { LIMITS } from "../../schema/limits.ts";

const NONCE_COOKIE = "__Host-passkey";
const NONCE_BYTES = 16;
const MINUTE_SECONDS = 60;

/** What binds a passkey's challenge to the browser that asked for it: no script reads it, no other site sends it. */
export function setPasskeyNonce(c: Context, random: Random): string {
  const nonce = base64UrlText(random(NONCE_BYTES));
  setCookie(c, NONCE_COOKIE, nonce, {
    path: "/",
    secure: true,
    httpOnly: true,
    sameSite: "Strict",
    maxAge: LIMITS.passkeyChallengeMinutes * MINUTE_SECONDS,
  });
  return nonce;
}

/** "" where the browser has none, under which no challenge was made. */
export const passkeyNonceOf = (c: Context): string => getCookie(c, NONCE_COOKIE) ?? "";
