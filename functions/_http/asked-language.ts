import type { Context } from "hono";
import { languageFor } from "../../lib/language/language.ts";
import type { Language } from "../../schema/vocabulary.ts";

/** What whoever calls would like to read: the best of `Accept-Language` that is spoken here. */
export const askedLanguage = (c: Context): Language =>
  languageFor(undefined, c.req.header("Accept-Language"));
