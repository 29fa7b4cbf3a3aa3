import { PAGE_HEADERS } from "../../functions/pages/page-headers.ts";

/**
 * What answers with a file say besides its content, by the place at or below which it stands: caches may keep hashed files for
 * ever, and documents say what a function would of its pages.
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
