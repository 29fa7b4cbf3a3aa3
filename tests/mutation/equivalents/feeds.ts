import type { Equivalent } from "./equivalent.ts";

/** Of `lib/feeds`. */
export const FEEDS: Equivalent[] = [
  {
    file: "lib/feeds/read-feed.ts",
    was: "!rooted.ok",
    is: "false",
    why: "the type checker asks; in what is not there no reading is found, which is the same answer",
  },
  {
    file: "lib/feeds/url/judge.ts",
    was: "URL.parse(location, from.href)?.href ?? null",
    is: "URL.parse(location, from.href)?.href",
    why: "the type checker asks; a text without a scheme and without a host always resolves",
  },
  {
    file: "lib/feeds/url/judge.ts",
    was: "?.",
    is: ".",
    on: "return URL.parse(location, from.href)?.href ?? null;",
    why: "the type checker asks; a text without a scheme and without a host always resolves",
  },
  {
    file: "lib/feeds/url/judge.ts",
    was: 'labels.at(-1) ?? ""',
    is: "labels.at(-1)",
    why: "the type checker asks; a split text has at least one part",
  },
  {
    file: "lib/feeds/url/judge.ts",
    was: '""',
    is: '"x"',
    on: 'if (hostname.startsWith("[") || NUMERIC_LABEL.test(labels.at(-1) ?? ""))',
    why: "the type checker asks; a split text has at least one part",
  },
];
