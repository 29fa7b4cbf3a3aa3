import { expect, test } from "vitest";
import { MODULES, read } from "./modules.ts";

/** The subjects of lib, from the ground up. Each imports only from those before it in this list, types included. */
const LADDER = `
kernel budget language guarded-fetch channels outbox people history devices alerts emergency status readings messages
sharing evidence export feeds pucks reports jobs
`
  .trim()
  .split(/\s+/);

/** The most files that a reader of a function may have to open: those that its entry imports, without types. */
const FILES_MAX = { ingest: 90, share: 51, inbound: 47 };

const deployed = MODULES.filter(({ file }) => /^(schema|lib|functions)\//.test(file));
const imports = new Map(deployed.map((each) => [each.file, each.imports]));

const subjectOf = (file: string): string | undefined => /^lib\/([^/]+)\//.exec(file)?.[1];

function climbing(): string[] {
  const arrows = new Set<string>();
  for (const { file, imports } of deployed)
    for (const target of imports.keys()) {
      const [from, to] = [subjectOf(file), subjectOf(target)];
      if (from === undefined || to === undefined || from === to) continue;
      if (LADDER.indexOf(to) >= LADDER.indexOf(from)) arrows.add(`${file} imports ${target}`);
    }
  return [...arrows];
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

test("every subject of lib has its place on the ladder and imports only those below it", () => {
  const subjects = new Set(deployed.flatMap(({ file }) => subjectOf(file) ?? []));
  expect([...subjects].toSorted()).toEqual(LADDER.toSorted());
  expect(climbing()).toEqual([]);
});

test("alerts and the outbox know nothing of each other", () => {
  const pair = ["alerts", "outbox"];
  const between = deployed.flatMap(({ file, imports: taken }) =>
    [...taken.keys()].filter((target) => {
      const [from = "", to = ""] = [subjectOf(file), subjectOf(target)];
      return from !== to && pair.includes(from) && pair.includes(to);
    }),
  );
  expect(between).toEqual([]);
});

test.each(Object.entries(FILES_MAX))("the function %s stands on %i files at most", (group, max) => {
  expect(filesBehind(`functions/${group}/index.ts`)).toBeLessThanOrEqual(max);
});

test("an action takes the services whole: no type says which of them it asks for", () => {
  const named = deployed.filter(({ file }) => /\b(?:type|interface) \w*Ports\b/.test(read(file)));
  expect(named.map(({ file }) => file)).toEqual([]);
});
