import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { parse } from "hono/utils/cookie";
import { isWellFormedSecret } from "../../lib/kernel/secret.ts";
import { SESSION_SECONDS_MAX } from "../../lib/people/sign-in.ts";
import { SECRET_TYPES } from "../../schema/vocabulary.ts";

/** The prefix makes browsers refuse it from anywhere but this host over TLS. */
const SESSION_COOKIE = "__Host-session";

const ATTRIBUTES = { path: "/", secure: true, httpOnly: true, sameSite: "Lax" } as const;

/** The token, where it could be one: anything else is as good as none. */
export const sessionToken = (c: Context): string | null => tokenIn(getCookie(c, SESSION_COOKIE));

/** The same of a request that no route has yet. */
export const sessionTokenOf = (request: Request): string | null =>
  tokenIn(parse(request.headers.get("Cookie") ?? "", SESSION_COOKIE)[SESSION_COOKIE]);

function tokenIn(value: string | undefined): string | null {
  // A script that was given the whole pair may put it behind the name once more.
  const token = value?.slice(value.lastIndexOf("=") + 1);
  return token !== undefined && isWellFormedSecret(SECRET_TYPES.session, token) ? token : null;
}

export const setSessionCookie = (c: Context, token: string): void =>
  setCookie(c, SESSION_COOKIE, token, { ...ATTRIBUTES, maxAge: SESSION_SECONDS_MAX });

/** What the browser and its service worker have kept was for whoever was signed in. */
export const clearSessionCookie = (c: Context): void => {
  deleteCookie(c, SESSION_COOKIE, ATTRIBUTES);
  c.header("Clear-Site-Data", '"cache", "storage"');
};
