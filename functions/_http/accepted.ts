import type { Context } from "hono";
import { languageFor } from "../../lib/language/languages.ts";
import type { Language } from "../../schema/vocabulary.ts";

const ENTRIES_MAX = 30;

/** What whoever calls would like to read: the best of `Accept-Language` that is spoken here. */
export const askedLanguage = (c: Context): Language =>
  languageFor(undefined, c.req.header("Accept-Language"));

/** What a browser's address line sends: HTML by name, before JSON. A script that takes anything gets JSON. */
export function prefersHtml(c: Context): boolean {
  const accepted = c.req.header("Accept") ?? "";
  return qualityOf(accepted, "text/html") > qualityOf(accepted, "application/json");
}

// 0 where the type is not named: `*/*` names none.
function qualityOf(accepted: string, type: string): number {
  const entry = accepted
    .split(",", ENTRIES_MAX)
    .map((each) => each.trim().toLowerCase().split(";"))
    .find(([name]) => name?.trim() === type);
  if (entry === undefined) return 0;
  const quality = entry.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find(Boolean);
  return Number(quality ?? 1);
}
