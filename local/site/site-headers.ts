import { PAGE_HEADERS } from "../../functions/pages/page-headers.ts";

/**
 * The headers of static files at or below a place. Caches may keep hashed files forever, and documents get the headers
 * of a function's pages.
 */
export const SITE_HEADERS: readonly [place: string, headers: Readonly<Record<string, string>>][] = [
  [
    "/assets",
    {
      "Cache-Control": "public, max-age=31536000, immutable",
      "Cross-Origin-Resource-Policy": "same-origin",
    },
  ],
  ["/docs", { ...PAGE_HEADERS, "Strict-Transport-Security": "max-age=31536000; includeSubDomains" }],
  ["", { "X-Content-Type-Options": "nosniff" }],
];
