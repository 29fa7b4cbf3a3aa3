import { createMiddleware } from "hono/factory";

/** Everything from ourselves, nothing inline, in nobody's frame. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

/**
 * For every page. With `no-referrer` a browser would post forms with `Origin: null`; a page whose address holds a
 * token says `no-referrer` itself.
 */
export const pageHeaders = createMiddleware(async (c, next) => {
  c.header("Cache-Control", "no-store");
  c.header("Content-Security-Policy", POLICY);
  c.header("Referrer-Policy", "same-origin");
  c.header("Cross-Origin-Opener-Policy", "same-origin");
  c.header("Permissions-Policy", "camera=(), geolocation=(), microphone=()");
  await next();
});

/** Where the address itself opens something: it goes into no referrer, and no search engine lists it. */
export const tokenInPath = createMiddleware(async (c, next) => {
  c.header("Referrer-Policy", "no-referrer");
  c.header("X-Robots-Tag", "noindex");
  await next();
});
