import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "../..");
const FOLDERS = ["schema", "lib", "functions"];
/** The one built file that sources import; the folder around it is built anew beside other tests. */
const BUILT = "dist/site-names.json";
/** Ten seconds where nothing else runs. */
const COMPILING_MS = 180_000;
const TSC = path.join(ROOT, "node_modules/typescript/bin/tsc");

/**
 * A new word where CONTRIBUTING.md says that one is added first, and the files that the compiler then asks
 * for.
 */
const WORDS = [
  {
    word: "pager",
    file: "schema/vocabulary.ts",
    was: "export const CHANNELS = [",
    is: 'export const CHANNELS = ["pager", ',
    asks: [
      "functions/_platform/channels.ts",
      "functions/pages/words/en.ts",
      "lib/channels/registry.ts",
      "schema/vocabulary.ts",
    ],
  },
  {
    word: "smoke",
    file: "schema/vocabulary.ts",
    was: "export const ALERT_KINDS = [",
    is: 'export const ALERT_KINDS = ["smoke", ',
    asks: [
      "functions/pages/words/en.ts",
      "lib/alerts/registry.ts",
      "lib/messages/notice/kind-words.ts",
      "schema/alert-fields.ts",
    ],
  },
  {
    word: "sweep",
    file: "lib/jobs/jobs.ts",
    was: '  "monthly-report": reportOf(1),',
    is: '  "monthly-report": reportOf(1),\n  sweep: { ...reportOf(1), cron: "1 1 * * *" },',
    asks: ["lib/jobs/registry.actions.ts"],
  },
];

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
      [TSC, "-p", ".", "--pretty", "false"],
      { cwd: copy, maxBuffer: 1e8 },
      (_, out) => resolve(out.split("\n")),
    );
  });
}, COMPILING_MS);
afterAll(() => rm(copy, { recursive: true, force: true }));

/** Whose table lacks the word. */
const asked = (word: string): string[] => [
  ...new Set(
    complaints
      .filter((line) => line.includes(`Property '${word}' is missing in type`))
      .map((line) => line.slice(0, line.indexOf("(")))
      .filter((file) => file !== ""),
  ),
];

describe("a word that is added to a vocabulary", () => {
  test.each(WORDS)("$word is asked for by the compiler where CONTRIBUTING.md says", ({ word, asks }) => {
    expect(asked(word).toSorted()).toEqual(asks);
  });
});
