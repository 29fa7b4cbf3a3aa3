import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { LIMITS } from "../../schema/limits.ts";

const CHALLENGE_COOKIE = "__Host-sign-in";
const MINUTE_SECONDS = 60;

/** What binds a code to the browser that asked for it: no script reads it, no other site sends it. */
export const setChallengeCookie = (c: Context, challenge: string): void =>
  setCookie(c, CHALLENGE_COOKIE, challenge, {
    path: "/",
    secure: true,
    httpOnly: true,
    sameSite: "Strict",
    maxAge: LIMITS.signInMinutes * MINUTE_SECONDS,
  });

/** "" where the browser has none. */
export const challengeOf = (c: Context): string => getCookie(c, CHALLENGE_COOKIE) ?? "";
