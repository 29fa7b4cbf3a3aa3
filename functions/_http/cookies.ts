import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { Edge, Random } from "../../lib/kernel/ports.ts";
import { isWellFormedSecret } from "../../lib/kernel/secret.ts";
import { base64UrlText } from "../../lib/kernel/text.ts";
import { PEOPLE_LIMITS } from "../../lib/people/limits.ts";
import { SESSION_SECONDS_MAX } from "../../lib/people/sign-in.ts";
import { type Language, SECRET_TYPES } from "../../schema/vocabulary.ts";
import { clientCountry, clientIp } from "./caller.ts";

/** The `__Host-` prefix makes browsers accept the cookie only from this host, over TLS. */
const SESSION_COOKIE = "__Host-session";
export const COOKIE_ATTRIBUTES = { path: "/", secure: true, httpOnly: true, sameSite: "Lax" } as const;

/** The cookies that bind a sign-in code, and a passkey's challenge, to the browser that asked for them. */
const CHALLENGE_COOKIE = "__Host-sign-in";
const NONCE_COOKIE = "__Host-passkey";
const NONCE_BYTES = 16;
const MINUTE_SECONDS = 60;

/** Returns the session token, or null if it is missing or malformed. */
export function sessionToken(c: Context): string | null {
  const value = getCookie(c, SESSION_COOKIE);
  // A script that was given the whole `name=value` pair may repeat the name in front of the value.
  const token = value?.slice(value.lastIndexOf("=") + 1);
  return token !== undefined && isWellFormedSecret(SECRET_TYPES.session, token) ? token : null;
}

/** Returns the request's facts about the person signing in. `language` is the language of the mail about it. */
export const signerOf = (c: Context, edge: Edge, language: Language) => ({
  oldToken: sessionToken(c),
  userAgent: c.req.header("User-Agent") ?? "",
  ip: clientIp(c, edge),
  country: clientCountry(c, edge),
  language,
});

export const setSessionCookie = (c: Context, token: string): void =>
  setCookie(c, SESSION_COOKIE, token, { ...COOKIE_ATTRIBUTES, maxAge: SESSION_SECONDS_MAX });

/** Also clears the browser's cache and storage, which hold the signed-in person's data. */
export const clearSessionCookie = (c: Context): void => {
  deleteCookie(c, SESSION_COOKIE, COOKIE_ATTRIBUTES);
  c.header("Clear-Site-Data", '"cache", "storage"');
};

/** Sets a cookie that no script can read and no other site can send. */
export const setStrictCookie = (c: Context, name: string, value: string, minutes: number): void =>
  setCookie(c, name, value, { ...COOKIE_ATTRIBUTES, sameSite: "Strict", maxAge: minutes * MINUTE_SECONDS });

export const setChallengeCookie = (c: Context, challenge: string): void =>
  setStrictCookie(c, CHALLENGE_COOKIE, challenge, PEOPLE_LIMITS.signInMinutes);

/** Returns the sign-in challenge, or "" if the browser has none. */
export const challengeOf = (c: Context): string => getCookie(c, CHALLENGE_COOKIE) ?? "";

export function setPasskeyNonce(c: Context, random: Random): string {
  const nonce = base64UrlText(random(NONCE_BYTES));
  setStrictCookie(c, NONCE_COOKIE, nonce, PEOPLE_LIMITS.passkeyChallengeMinutes);
  return nonce;
}

/** Returns the passkey nonce, or "" if the browser has none. No challenge is ever issued for "". */
export const passkeyNonceOf = (c: Context): string => getCookie(c, NONCE_COOKIE) ?? "";
