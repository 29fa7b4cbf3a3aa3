import { createMiddleware } from "hono/factory";

/** Everything from ourselves, nothing inline, in nobody's frame; a page may show the picture that it has just drawn. `askable`: other places that its scripts may ask. */
export const policyWith = (askable: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' blob:",
    ["connect-src 'self'", ...askable].join(" "),
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");

/**
 * For every page, also one that stands as a file. With `no-referrer` a browser would post forms with `Origin: null`; a page whose address holds a
 * token says `no-referrer` itself.
 */
export const PAGE_HEADERS = {
  "Content-Security-Policy": policyWith([]),
  "Referrer-Policy": "same-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
} as const;

/** A page that is made for one reader is kept nowhere. */
export const pageHeaders = createMiddleware(async (c, next) => {
  c.header("Cache-Control", "no-store");
  for (const [name, value] of Object.entries(PAGE_HEADERS)) c.header(name, value);
  await next();
});

/** Where the address itself opens something: it goes into no referrer, and no search engine lists it. */
export const tokenInPath = createMiddleware(async (c, next) => {
  c.header("Referrer-Policy", "no-referrer");
  c.header("X-Robots-Tag", "noindex");
  await next();
});
