import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { parseSync } from "oxc-parser";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");

/**
 * Subjects of lib are to stand above each other: one imports only those below it. These pairs still import each other, types
 * included. A pair that comes apart goes from here; no other may come.
 */
const MUTUAL = `
alerts devices
alerts language
alerts messages
messages people
messages status
`;

/** What a reader of a function may have to open: files behind its entry by imports that stay once types are erased. */
const FILES_MAX = { ingest: 198, share: 94, inbound: 70 };

const files = globSync("{schema,lib,functions}/**/*.{ts,tsx}", { cwd: ROOT }).map((file) =>
  file.replaceAll("\\", "/"),
);
const modules = new Map(files.map((file) => [file, importsOf(file)]));

/** By the file that is imported: true where some of it stays once types are erased. */
function importsOf(file: string): Map<string, boolean> {
  const { staticImports, staticExports } = parseSync(file, readFileSync(join(ROOT, file), "utf8")).module;
  const found = new Map<string, boolean>();
  const note = (specifier: string, stays: boolean) => {
    if (!specifier.startsWith(".")) return;
    const target = normalize(join(dirname(file), specifier)).replaceAll("\\", "/");
    found.set(target, stays || (found.get(target) ?? false));
  };
  for (const { moduleRequest, entries } of staticImports)
    note(moduleRequest.value, entries.length === 0 || entries.some(({ isType }) => !isType));
  for (const { entries } of staticExports)
    for (const { moduleRequest, isType } of entries)
      if (moduleRequest != null) note(moduleRequest.value, !isType);
  return found;
}

const subjectOf = (file: string): string | undefined => /^lib\/([^/]+)\//.exec(file)?.[1];

function mutualPairs(): string[] {
  const arrows = new Set<string>();
  for (const [file, imports] of modules)
    for (const target of imports.keys()) {
      const [from, to] = [subjectOf(file), subjectOf(target)];
      if (from !== undefined && to !== undefined && from !== to) arrows.add(`${from} ${to}`);
    }
  return [...arrows].filter((arrow) => {
    const [from = "", to = ""] = arrow.split(" ");
    return from < to && arrows.has(`${to} ${from}`);
  });
}

function filesBehind(entry: string): number {
  const seen = new Set<string>();
  const open = [entry];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    const imports = modules.get(file);
    if (imports === undefined || seen.has(file)) continue;
    seen.add(file);
    for (const [target, stays] of imports) if (stays) open.push(target);
  }
  return seen.size;
}

test("no more subjects of lib import each other than did", () => {
  expect(mutualPairs().toSorted()).toEqual(MUTUAL.trim().split("\n").toSorted());
});

test.each(Object.entries(FILES_MAX))("the function %s stands on %i files at most", (group, max) => {
  expect(filesBehind(`functions/${group}/index.ts`)).toBeLessThanOrEqual(max);
});

test("an action takes the services whole: no type says which of them it asks for", () => {
  const named = files.filter((file) =>
    /\b(?:type|interface) \w*Ports\b/.test(readFileSync(join(ROOT, file), "utf8")),
  );
  expect(named).toEqual([]);
});
