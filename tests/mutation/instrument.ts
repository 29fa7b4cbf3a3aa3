import type { Site } from "./mutants.ts";

/**
 * The file with every mutant in it: each place asks `__mutant(number)` whether its own mutant is the active
 * one. So a file is loaded once, and the next mutant is a number. `first` is the number of the file's first
 * mutant.
 */
export function instrument(text: string, sites: Site[], first: number): string {
  const ordered = sites.toSorted(
    (a, b) => a.start - b.start || b.end - a.end || FORMS[a.form] - FORMS[b.form],
  );
  let at = 0;
  let next = 0;

  function until(end: number): string {
    let written = "";
    for (let site = ordered[next]; site !== undefined && site.start < end; site = ordered[next]) {
      next += 1;
      written += text.slice(at, site.start);
      at = site.start;
      const original = site.form === "body" ? "" : until(site.end);
      written += switched(site, original, first);
    }
    written += text.slice(at, end);
    at = Math.max(at, end);
    return written;
  }

  return until(text.length);
}

/** A statement holds its expression, which may have the same span. */
const FORMS = { body: 0, statement: 1, expression: 2 };

function switched({ form, variants }: Site, original: string, first: number): string {
  const asked = variants.map(({ mutant, text }) => ({ isActive: `__mutant(${first + mutant})`, text }));
  if (form === "body") return asked.map(({ isActive }) => `if (${isActive}) return;`).join("");
  // In a block of its own: it may stand before an `else`.
  if (form === "statement")
    return `${asked.map(({ isActive }) => `{ if (!${isActive}) {`).join("")}${original}${"} }".repeat(asked.length)}`;
  return `(${asked.map(({ isActive, text }) => `${isActive} ? (${text}) : `).join("")}(${original}))`;
}
