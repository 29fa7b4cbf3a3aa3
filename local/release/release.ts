import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { agedPackages, KEPT_FRESH, unreleasedNotes, withRelease } from "./version.ts";

// npm run release -- minor: checks, tests, writes version and changelog, commits and tags. It pushes nothing.
const FILES = { changelog: "CHANGELOG.md", manifest: "package.json", lockfile: "package-lock.json" };
/** As `npm version` has them, and the version that package.json names already. */
const STEPS = ["major", "minor", "patch", "this"];

const [step = ""] = process.argv.slice(2);
process.exitCode = release();

function release(): number {
  if (!STEPS.includes(step)) return refuse(`Usage: npm run release -- ${STEPS.join("|")}`);
  if (git("status", "--porcelain") !== "") return refuse("Commit or stash your changes before you release.");
  const changelog = readFileSync(FILES.changelog, "utf8");
  if (unreleasedNotes(changelog) === "")
    return refuse("CHANGELOG.md has nothing under “Unreleased”. Say there what this release adds.");
  const aged = agedPackages(publicationTimes(), new Date());
  if (aged.length > 0) return refuse(aged.join("\n"));
  for (const verb of ["check", "test"])
    if (!runVerb(verb)) return refuse(`\`npm run ${verb}\` failed. Nothing was released.`);
  const version = writeVersion();
  const tag = `v${version}`;
  if (git("tag", "--list", tag) !== "") {
    git("checkout", "--", FILES.manifest, FILES.lockfile);
    return refuse(`There is a tag ${tag} already.`);
  }
  const day = new Date().toISOString().slice(0, 10);
  writeFileSync(FILES.changelog, withRelease(changelog, version, day));
  git("add", ...Object.values(FILES));
  git("commit", "--message", `Release ${version}`);
  git("tag", "--annotate", tag, "--message", `Hearthwatch ${version}`);
  const archive = path.join("dist", `hearthwatch-${tag}-${process.platform}-${process.arch}.tar.gz`);
  if (!runVerb("package", archive)) return refuse(`${tag} is tagged, but its archive was not built.`);
  console.log(
    `${tag} is committed and tagged here, and ${archive} is built. \`git push --follow-tags\` publishes it.`,
  );
  return 0;
}

/** When the pinned versions were published, as far as the registry tells. */
function publicationTimes(): Partial<Record<string, string>> {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
    readFileSync(FILES.manifest, "utf8"),
  );
  const pinned: Record<string, string> = { ...dependencies, ...devDependencies, ...optionalDependencies };
  return Object.fromEntries(
    KEPT_FRESH.map((name) => {
      const { status, stdout } = spawnSync("npm", ["view", name, "time", "--json"], { encoding: "utf8" });
      const times: Partial<Record<string, string>> = status === 0 ? JSON.parse(stdout) : {};
      return [name, times[pinned[name] ?? ""]];
    }),
  );
}

/** Into the manifest and the lockfile; answers it. */
function writeVersion(): string {
  if (step !== "this") execFileSync("npm", ["version", step, "--no-git-tag-version", "--ignore-scripts"]);
  return String(JSON.parse(readFileSync(FILES.manifest, "utf8")).version);
}

function runVerb(verb: string, ...args: string[]): boolean {
  const runner = path.resolve(import.meta.dirname, "../../run.mjs");
  return spawnSync(process.execPath, [runner, verb, ...args], { stdio: "inherit" }).status === 0;
}

function git(...args: string[]): string {
  return execFileSync("git", args, { encoding: "utf8" }).trim();
}

function refuse(sentence: string): number {
  console.error(sentence);
  return 1;
}
