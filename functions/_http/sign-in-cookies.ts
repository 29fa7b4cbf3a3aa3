import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { parse } from "hono/utils/cookie";
import type { Random } from "../../lib/kernel/ports.ts";
import { base64UrlText } from "../../lib/kernel/text.ts";
import { PEOPLE_LIMITS } from "../../lib/people/limits.ts";

/** What binds a code, or a passkey's challenge, to the browser that asked for it. */
const CHALLENGE_COOKIE = "__Host-sign-in";
const NONCE_COOKIE = "__Host-passkey";
const NONCE_BYTES = 16;
const MINUTE_SECONDS = 60;

/** No script reads it, no other site sends it. */
const setStrictCookie = (c: Context, name: string, value: string, minutes: number): void =>
  setCookie(c, name, value, {
    path: "/",
    secure: true,
    httpOnly: true,
    sameSite: "Strict",
    maxAge: minutes * MINUTE_SECONDS,
  });

export const setChallengeCookie = (c: Context, challenge: string): void =>
  setStrictCookie(c, CHALLENGE_COOKIE, challenge, PEOPLE_LIMITS.signInMinutes);

/** "" where the browser has none. */
export const challengeOf = (c: Context): string => getCookie(c, CHALLENGE_COOKIE) ?? "";

/** The same of a request that no route has yet. */
export const challengeIn = (request: Request): string =>
  parse(request.headers.get("Cookie") ?? "", CHALLENGE_COOKIE)[CHALLENGE_COOKIE] ?? "";

export function setPasskeyNonce(c: Context, random: Random): string {
  const nonce = base64UrlText(random(NONCE_BYTES));
  setStrictCookie(c, NONCE_COOKIE, nonce, PEOPLE_LIMITS.passkeyChallengeMinutes);
  return nonce;
}

/** "" where the browser has none, under which no challenge was made. */
export const passkeyNonceOf = (c: Context): string => getCookie(c, NONCE_COOKIE) ?? "";
