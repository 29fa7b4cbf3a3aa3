import { expect, test } from "vitest";
import { MODULES, read } from "./modules.ts";

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
const FILES_MAX = { ingest: 189, share: 86, inbound: 70 };

const deployed = MODULES.filter(({ file }) => /^(schema|lib|functions)\//.test(file));
const imports = new Map(deployed.map((each) => [each.file, each.imports]));

const subjectOf = (file: string): string | undefined => /^lib\/([^/]+)\//.exec(file)?.[1];

function mutualPairs(): string[] {
  const arrows = new Set<string>();
  for (const { file, imports } of deployed)
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
    const taken = imports.get(file);
    if (taken === undefined || seen.has(file)) continue;
    seen.add(file);
    for (const [target, stays] of taken) if (stays) open.push(target);
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
  const named = deployed.filter(({ file }) => /\b(?:type|interface) \w*Ports\b/.test(read(file)));
  expect(named.map(({ file }) => file)).toEqual([]);
});
