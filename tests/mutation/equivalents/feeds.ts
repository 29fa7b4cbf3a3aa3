import type { Equivalent } from "./equivalent.ts";

const JUDGE = "lib/feeds/url/judge.ts";
const HOST_NAME = "lib/feeds/url/judge.ts";

const ALWAYS_RESOLVES = "the type checker asks; a text without a scheme and without a host always resolves";
const HAS_A_LABEL = "the type checker asks; a split text has at least one part";

/** Of `lib/domain/feed` and `lib/domain/feed-url`. */
export const FEEDS: Equivalent[] = [
  {
    file: "lib/feeds/read-feed.ts",
    was: "!rooted.ok",
    is: "false",
    why: "the type checker asks; in what is not there no reading is found, which is the same answer",
  },
  {
    file: JUDGE,
    was: "URL.parse(location, from.href)?.href ?? null",
    is: "URL.parse(location, from.href)?.href",
    why: ALWAYS_RESOLVES,
  },
  {
    file: JUDGE,
    was: "?.",
    is: ".",
    on: "return URL.parse(location, from.href)?.href ?? null;",
    why: ALWAYS_RESOLVES,
  },
  { file: HOST_NAME, was: 'labels.at(-1) ?? ""', is: "labels.at(-1)", why: HAS_A_LABEL },
  {
    file: HOST_NAME,
    was: '""',
    is: '"x"',
    on: 'if (hostname.startsWith("[") || NUMERIC_LABEL.test(labels.at(-1) ?? ""))',
    why: HAS_A_LABEL,
  },
];
