import { createMiddleware } from "hono/factory";

/** Allows only our own files, nothing inline, no frames, and pictures drawn by a script. `askable`: more API hosts. */
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
 * Headers of every page, including static ones. Not `no-referrer`, with which browsers post forms with `Origin: null`,
 * which the check for cross-site requests may refuse. Only pages with a token in their path set `no-referrer`.
 */
export const PAGE_HEADERS = {
  "Content-Security-Policy": policyWith([]),
  "Referrer-Policy": "same-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
} as const;

/** Sets the headers of all pages. A page is for one reader, so no cache may keep it. */
export const pageHeaders = createMiddleware(async (c, next) => {
  c.header("Cache-Control", "no-store");
  for (const [name, value] of Object.entries(PAGE_HEADERS)) c.header(name, value);
  await next();
});

/** For paths that contain a token: keeps them out of referrers and search engines. */
export const tokenInPath = createMiddleware(async (c, next) => {
  c.header("Referrer-Policy", "no-referrer");
  c.header("X-Robots-Tag", "noindex");
  await next();
});
