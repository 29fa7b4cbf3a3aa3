import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { refusal } from "./reply.ts";

const CHANGING = ["POST", "PUT", "PATCH", "DELETE"];
const OWN_SITES = ["same-origin", "none"];
const JSON_TYPE = /^application\/json\s*(;|$)/i;

/** For routes that a cookie opens, or that set one. */
export const csrf = (baseUrl: string) =>
  createMiddleware(async (c, next) => crossSiteRefusal(c, baseUrl) ?? (await next()));

/** The 403 of a changing request that another site's page could have made, whatever it carries; else null. */
export function crossSiteRefusal(c: Context, baseUrl: string): Response | null {
  return isCrossSite(c, baseUrl) ? refusal(c, { name: "cross_site" }) : null;
}

/** The same for whoever words the answer otherwise. */
export const isCrossSite = (c: Context, baseUrl: string): boolean =>
  CHANGING.includes(c.req.method) && !isOurOwn(c, baseUrl);

/** What the browser says counts first; without a word from one, only a body that no form can send. */
function isOurOwn(c: Context, baseUrl: string): boolean {
  const site = c.req.header("Sec-Fetch-Site");
  if (site !== undefined) return OWN_SITES.includes(site);
  const origin = c.req.header("Origin");
  if (origin !== undefined) return origin === new URL(baseUrl).origin || origin === new URL(c.req.url).origin;
  return JSON_TYPE.test(c.req.header("Content-Type") ?? "");
}
