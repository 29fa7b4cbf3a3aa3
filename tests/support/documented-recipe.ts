import { readFileSync } from "node:fs";
import path from "node:path";
import { PROJECT_FOLDER } from "./processes.ts";

type Document = "devices" | "api" | "deploy";

/** Returns a document's n-th code block of a language ("" for none) under a heading. */
export function documentedRecipe(document: Document, heading: string, language: string, nth = 1): string {
  const [, below] = textOf(document).split(`\n${heading}\n`);
  const section = below?.split(/\n#{2,3} /)[0] ?? "";
  const block = section.split(`\n\`\`\`${language}\n`)[nth]?.split("\n```")[0];
  if (block === undefined) throw new Error(`docs/${document}.md has no ${language} under "${heading}"`);
  return block;
}

export const textOf = (document: Document): string =>
  readFileSync(path.join(PROJECT_FOLDER, "docs", `${document}.md`), "utf8");
