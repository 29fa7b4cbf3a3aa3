import { globSync } from "node:fs";
import { parseSync } from "oxc-parser";
import { describe, expect, test } from "vitest";
import { ALERT_FIELDS } from "../schema/alert-fields.ts";
import { CHANNELS } from "../schema/vocabulary.ts";
import { filesOf, MODULES, type Module, ROOT, read } from "./architecture/modules.ts";
import { readLines } from "./support/json-lines.ts";

const FILE_LINES_MAX = 300;
const FORBIDDEN_NAMES = /(^|\/)(utils?|helpers?|common|misc)(\/|\.|$)/;

// The name of a file in lib says what it may do: `.queries.ts` runs SQL, `.actions.ts` waits, `.vendor.ts` calls a
// vendor, and a file without such an ending is pure. The folder is its subject.
const PURE = /^lib\/(?!.*\.(queries|actions|vendor)\.ts$)/;
const QUERIES = /^lib\/.+\.queries\.ts$/;
const ACTIONS = /^lib\/.+\.actions\.ts$/;
/** Packages that only compute: they get time, randomness and network as arguments, if at all. */
const PURE_PACKAGES = /^npm:(fflate|ipaddr\.js|quick-lru)$/;
const VENDOR = /^lib\/.+\.vendor\.ts$/;
const WORDS = /^schema\/(vocabulary|problems|limits|alert-fields)\.ts$/;

const KINDS: Record<string, RegExp> = { PURE, QUERIES, ACTIONS, VENDOR, WORDS, PURE_PACKAGES };

type Layer = { from: string; may: string[]; why: string };

/** The allowed imports. The first row whose `from` matches decides; an unlisted path may not be imported. */
const LAYERS = readLines<Layer>(new URL("architecture/layers.jsonl", import.meta.url)).map(
  ({ from, may, why }) => ({
    from: new RegExp(from),
    may: may.map((each) => KINDS[each] ?? new RegExp(each)),
    why,
  }),
);

const PURE_FORBIDDEN: [RegExp, string][] = [
  [/\bDate\.now\(|\bnew Date\(\)/, "time is an argument"],
  [/\bMath\.random\b|\bcrypto\./, "chance is an argument"],
  [/\bfetch\(/, "nothing waits"],
  [/\basync\b|\bawait\b|\bPromise\b/, "a pure file is sync"],
];

/** Wire shapes are written once: these files may import their types, but no code. */
const TAKES_WIRE_TYPES = /^lib\/(?!.*\.vendor\.ts$)/;

const mayTakeTypes = (file: string, imported: string): boolean =>
  TAKES_WIRE_TYPES.test(file) && imported.startsWith("schema/wire/");

function forbiddenImports({ file, imports }: Module): string[] {
  const layer = LAYERS.find(({ from }) => from.test(file));
  if (layer === undefined) return [];
  const group = /^functions\/([^/]+)\//.exec(file)?.[1] ?? "";
  const may = layer.may.map((pattern) => new RegExp(pattern.source.replace("SAME", group)));
  return [...imports]
    .filter(([imported]) => !may.some((pattern) => pattern.test(imported)))
    .filter(([imported, stays]) => stays || !mayTakeTypes(file, imported))
    .map(([imported]) => `${file} imports ${imported}: ${layer.why}`);
}

describe("the house", () => {
  test("is found: every layer has files", () => {
    expect(MODULES.length).toBeGreaterThan(30);
  });

  test("nobody imports what their layer may not", () => {
    expect(MODULES.flatMap(forbiddenImports)).toEqual([]);
  });

  test("nothing imports local, bench or tests from outside them", () => {
    const offenders = MODULES.filter(({ file }) => /^(schema|lib|functions)\//.test(file)).filter(
      ({ imports }) => [...imports.keys()].some((imported) => /^(local|bench|tests)\//.test(imported)),
    );
    expect(offenders.map(({ file }) => file)).toEqual([]);
  });

  test("has its tests of rules and flows by the same subjects", () => {
    const folders = (glob: string) =>
      globSync(glob, { cwd: ROOT, withFileTypes: true }).filter((entry) => entry.isDirectory());
    const subjects = new Set([...folders("lib/*").map(({ name }) => name), "pages"]);
    const tested = folders("tests/{domain,flows}/*").map(({ name }) => name);
    expect(tested.length).toBeGreaterThan(15);
    expect(tested.filter((name) => !subjects.has(name))).toEqual([]);
  });

  test("has a folder for each channel, and a channel for each folder", () => {
    const folders = filesOf("lib/channels/*/rules.ts").map((file) => file.split("/")[2]);
    expect(folders.toSorted()).toEqual(CHANNELS.map((channel) => channel.replaceAll("_", "-")).toSorted());
  });

  test("offers no setting of an alert that no rule reads", () => {
    const rules = [...filesOf("lib/alerts/kinds/*.ts"), "lib/devices/device-status.ts"]
      .map(codeOf)
      .join("\n");
    const settings = Object.values(ALERT_FIELDS).flatMap(({ fields }) => Object.entries(fields));
    const unread = settings.filter(
      ([, { stored }]) => !new RegExp(`(?<!LIMITS\\.)\\b${stored}\\b`).test(rules),
    );
    expect(unread.map(([name]) => name)).toEqual([]);
  });

  test("has no import cycle", () => {
    expect(cycles(MODULES)).toEqual([]);
  });

  test("has no file named after nothing", () => {
    expect(MODULES.map(({ file }) => file).filter((file) => FORBIDDEN_NAMES.test(file))).toEqual([]);
  });

  test("has no file that nobody can read in one go", () => {
    const long = MODULES.filter(({ file }) => linesOf(file) > FILE_LINES_MAX && !file.startsWith("schema/"));
    expect(long.map(({ file }) => file)).toEqual([]);
  });

  test("keeps pure files free of time, chance and waiting", () => {
    const offenders = MODULES.filter(({ file }) => PURE.test(file) && !file.endsWith("/ports.ts")).flatMap(
      ({ file }) =>
        PURE_FORBIDDEN.filter(([pattern]) => pattern.test(codeOf(file))).map(([, why]) => `${file}: ${why}`),
    );
    expect(offenders).toEqual([]);
  });

  test("keeps SQL in the queries", () => {
    const offenders = MODULES.filter(
      ({ file }) => /^(lib|functions)\//.test(file) && !QUERIES.test(file),
    ).filter(({ imports }) => [...imports.keys()].some((imported) => imported.startsWith("npm:drizzle-orm")));
    expect(offenders.map(({ file }) => file)).toEqual([]);
  });
});

const linesOf = (file: string): number => read(file).split("\n").length;

/** Returns the file's code without comments, which may mention what the code may not do. */
function codeOf(file: string): string {
  const source = read(file);
  return parseSync(file, source).comments.reduceRight(
    (code, comment) => code.slice(0, comment.start) + code.slice(comment.end),
    source,
  );
}

function cycles(all: readonly Module[]): string[] {
  const graph = new Map(
    all.map(({ file, imports }) => [file, [...imports.keys()].filter((name) => !name.startsWith("npm:"))]),
  );
  const settled = new Set<string>();
  const found: string[] = [];
  const visit = (file: string, path: string[]): void => {
    if (path.includes(file)) {
      found.push([...path.slice(path.indexOf(file)), file].join(" → "));
      return;
    }
    if (settled.has(file)) return;
    for (const imported of graph.get(file) ?? []) visit(imported, [...path, file]);
    settled.add(file);
  };
  for (const { file } of all) visit(file, []);
  return found;
}
