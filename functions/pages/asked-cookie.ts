import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { PEOPLE_LIMITS } from "../../lib/people/limits.ts";

/** Who asked for a code, where they want to go with it, and when another one may be asked for (epoch milliseconds). */
type Asked = { email: string; next: string; readyAt: number };

const ASKED_COOKIE = "__Host-sign-in-for";
const MINUTE_SECONDS = 60;

/** The page for the code can be reloaded: what it shows stands in no address and no second request asks for a mail. */
export const setAskedCookie = (c: Context, { email, next, readyAt }: Asked): void =>
  setCookie(c, ASKED_COOKIE, new URLSearchParams({ email, next, ready: String(readyAt) }).toString(), {
    path: "/",
    secure: true,
    httpOnly: true,
    sameSite: "Strict",
    maxAge: PEOPLE_LIMITS.signInMinutes * MINUTE_SECONDS,
  });

/** Null where this browser has asked for none. */
export function askedOf(c: Context): Asked | null {
  const fields = new URLSearchParams(getCookie(c, ASKED_COOKIE) ?? "");
  const email = fields.get("email");
  if (email === null) return null;
  return { email, next: fields.get("next") ?? "", readyAt: Number(fields.get("ready")) };
}
