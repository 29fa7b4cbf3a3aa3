import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
/** Where a statement's row is only said to have a type: the compiler believes it. */
const ASSERTED = /\b(?:execute|underLock|commitWithEnds|sql)<(?!Row\b(?=>\(lock))/;

/** Statements whose rows no case of tests/store/rows reads, by the reason why. */
const EXCEPTIONS: { because: string; of: string[] }[] = [
  {
    because: "its flags become a verdict, and tests over HTTP see each verdict",
    of: [
      "findChartMarks",
      "acceptInvitation",
      "addContactPoint",
      "addInvitation",
      "addNote",
      "addPasskey",
      "addOutsider",
      "addPhoto",
      "bindBay",
      "changeBay",
      "changeInboundToken",
      "commitChanges",
      "deleteAccount",
      "editDevice",
      "editSensors",
      "endSessionsOf",
      "findBareUnits",
      "findUnitsOfKey",
      "makeDevice",
      "makeLogged",
      "queueReplay",
      "queueTest",
      "readSealedKey",
      "registerPuck",
      "removeDevice",
      "removePasskey",
      "replaceIngestKey",
      "revokeHandedOut",
      "saveCard",
      "saveLogged",
      "settleUnits",
      "signInWith",
      "startClaim",
      "storePullSetup",
      "takeCodeTry",
      "verdict",
    ],
  },
  {
    because: "tests/store/stored-answers.test.ts holds the stored function",
    of: ["findFactsOfKey", "findIngestFacts", "storeIngest", "storeTogether", "storeUsual"],
  },
  {
    because: "it answers how many rows it has changed, and its tests count them",
    of: [
      "addChallenge",
      "claimRun",
      "commitSealed",
      "deleteDue",
      "deleteOldLogs",
      "reviveDelivery",
      "settleMessages",
    ],
  },
  { because: "tests/http/account-export.test.ts reads it back", of: ["findExportTables", "readExportRows"] },
  { because: "it runs what its caller gives it", of: ["commitWithEnds", "underLock"] },
];

type Declared = { file: string; name: string; text: string };

/** The top-level functions and constants of a file of queries. */
function declarationsOf(file: string): Declared[] {
  const source = readFileSync(join(ROOT, "lib", file), "utf8");
  const starts = [...source.matchAll(/^(?:export )?(?:async )?(?:function|const) (\w+)/gm)];
  return starts.map(({ 1: name = "", index }, place) => ({
    file,
    name,
    text: source.slice(index, starts[place + 1]?.index),
  }));
}

const files = globSync("lib/**/*.queries.ts", { cwd: ROOT }).map((path) =>
  path.replaceAll("\\", "/").replace("lib/", ""),
);
const cases = globSync("tests/store/rows/*.ts", { cwd: ROOT })
  .filter((path) => !path.endsWith("world.ts"))
  .map((path) => readFileSync(join(ROOT, path), "utf8"))
  .join("\n");

const isRead = (name: string): boolean => new RegExp(`\\b${name}\\(`).test(cases);

/** Whether a case calls the declaration, or one of its file that uses it. */
function isHeld({ name }: Declared, all: Declared[], seen = new Set<string>()): boolean {
  if (seen.has(name)) return false;
  seen.add(name);
  if (isRead(name)) return true;
  const callers = all.filter((other) => other.name !== name && new RegExp(`\\b${name}\\b`).test(other.text));
  return callers.some((caller) => isHeld(caller, all, seen));
}

describe("a row type that the compiler only believes", () => {
  const asserted = files.flatMap((file) => {
    const all = declarationsOf(file);
    return all
      .filter(({ text }) => ASSERTED.test(text))
      .map((declared) => ({
        place: `${file} ${declared.name}`,
        name: declared.name,
        held: isHeld(declared, all),
      }));
  });
  const excused = (name: string) => EXCEPTIONS.some(({ of }) => of.includes(name));

  test("is found in the queries", () => {
    expect(asserted.length).toBeGreaterThan(80);
  });

  test("is held against an answer of the database by a case of tests/store/rows, or excused with a reason", () => {
    const open = asserted.filter(({ name, held }) => !held && !excused(name));
    expect(open.map(({ place }) => place)).toEqual([]);
  });

  test("is not excused where a case reads it", () => {
    const needless = asserted.filter(({ name, held }) => held && excused(name));
    expect(needless.map(({ place }) => place)).toEqual([]);
  });
});
