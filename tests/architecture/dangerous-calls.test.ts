import { expect, test } from "vitest";
import { filesOf, read } from "./modules.ts";

const sources = filesOf("{schema,lib,functions}/**/*.{ts,tsx}").map((file) => ({ file, text: read(file) }));

/** Calls that no function needs, each with a line that makes one. */
const KINDS: [string, RegExp, string][] = [
  ["starts a process", /\bchild_process\b/, 'import { exec } from "node:child_process";'],
  ["makes code of text", /\beval\(|\bnew Function\(/, "new Function(text)();"],
  ["makes a pattern of text", /\bRegExp\(/, "new RegExp(text).test(name);"],
  [
    "puts text into a page as HTML",
    /\b(inner|outer)HTML\s*\+?=(?!=)|insertAdjacentHTML|document\.write|dangerouslySetInnerHTML/,
    "place.innerHTML = name;",
  ],
  [
    "takes the whole of zod, which is 18 KB more of each bundle than zod/mini",
    /^import (?!(type )?\* as z from "zod\/mini").* from "zod\b/m,
    'import { z } from "zod";',
  ],
  [
    "listens to other windows",
    /\bonmessage\b|addEventListener\(\s*["'`]message["'`]/,
    'addEventListener("message", take);',
  ],
];

/** Builds patterns from text, only from the product's own tables of names and senders. */
const TABLES = "lib/kernel/text.ts";

test.each(KINDS)("nothing that is deployed %s", (_, pattern, example) => {
  expect(example).toMatch(pattern);
  expect(sources.length).toBeGreaterThan(500);
  expect(
    sources.filter(({ text, file }) => file !== TABLES && pattern.test(text)).map(({ file }) => file),
  ).toEqual([]);
});

/** Stores the token for this browser's push messages. It grants no access, and signing out removes it. */
const KEEPERS = ["functions/pages/client/owner.ts"];

test("nothing but the push token is kept in a browser's storage by a script", () => {
  const keeps = sources.filter(({ text }) =>
    /\b(localStorage|sessionStorage|indexedDB|cookieStore)\b|document\.cookie/.test(text),
  );
  expect(keeps.map(({ file }) => file)).toEqual(KEEPERS);
});
