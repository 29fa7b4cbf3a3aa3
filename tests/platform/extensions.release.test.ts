import { execFile } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readLines } from "../support/json-lines.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const FOLDERS = ["schema", "lib", "functions", "local/sandbox", "local/processes"];
/** The only built file that sources import. Other tests rebuild the folder around it. */
const BUILT = "dist/site-names.json";
/** It takes ten seconds on an idle machine. */
const COMPILING_MS = 180_000;
const TSC = path.join(ROOT, "node_modules/typescript/bin/tsc");

/**
 * New words in the places where CONTRIBUTING.md says to add them first, and the files that the compiler then asks for.
 */
const WORDS = readLines<{ word: string; file: string; was: string; is: string; asks: string[] }>(
  new URL("added-words.jsonl", import.meta.url),
);

let copy: string;
let complaints: string[];
beforeAll(async () => {
  copy = await mkdtemp(path.join(tmpdir(), "hearthwatch-words-"));
  await Promise.all(
    [...FOLDERS, BUILT].map((part) => cp(path.join(ROOT, part), path.join(copy, part), { recursive: true })),
  );
  await symlink(path.join(ROOT, "node_modules"), path.join(copy, "node_modules"), "junction");
  const settings = {
    extends: path.join(ROOT, "tsconfig.json"),
    include: [...FOLDERS, BUILT],
    exclude: ["functions/pages/client"],
  };
  await writeFile(
    path.join(copy, "tsconfig.json"),
    JSON.stringify({
      ...settings,
      compilerOptions: { incremental: false, typeRoots: [path.join(ROOT, "node_modules/@types")] },
    }),
  );
  for (const { file, was, is } of WORDS) {
    const source = await readFile(path.join(copy, file), "utf8");
    expect(source, file).toContain(was);
    await writeFile(path.join(copy, file), source.replace(was, is));
  }
  complaints = await new Promise((resolve) => {
    execFile(
      process.execPath,
      // Single-threaded, because parallel checkers would repeat each other's work.
      [TSC, "-p", ".", "--pretty", "false", "--singleThreaded"],
      { cwd: copy, maxBuffer: 1e8 },
      (_, out) => resolve(out.split(/\n(?! )/)),
    );
  });
}, COMPILING_MS);
afterAll(() => rm(copy, { recursive: true, force: true }));

/** Returns the files whose table lacks the word. */
const asked = (word: string): string[] => [
  ...new Set(
    complaints
      .filter((line) =>
        new RegExp(`(Property '${word}' is missing|is missing the following.*: .*\\b${word}\\b)`).test(line),
      )
      .map((line) => line.slice(0, line.indexOf("(")))
      .filter((file) => file !== ""),
  ),
];

test.each(WORDS)(
  "a word that is added to a vocabulary $word is asked for by the compiler where CONTRIBUTING.md says",
  ({ word, asks }) => {
    expect(asked(word).toSorted()).toEqual(asks);
  },
);

/** The channel's words, and files with an import from its folder or a key that its type no longer has. */
const NAMED = [
  "lib/channels/registry.ts",
  "lib/language/en/channels.json",
  "lib/language/es/channels.json",
  "local/sandbox/called.ts",
  "schema/vocabulary.ts",
];

test("only its words and what the compiler names stay of a channel whose folder and word are removed", () => {
  const sources = FOLDERS.map((folder) => `${folder}/**/*.{ts,tsx,json}`);
  const naming = globSync(sources, { cwd: ROOT, exclude: ["lib/channels/apprise/**"] }).filter((file) =>
    /apprise/i.test(readFileSync(path.join(ROOT, file), "utf8")),
  );
  expect(naming.map((file) => file.replaceAll("\\", "/")).toSorted()).toEqual(NAMED);
});
