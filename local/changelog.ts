import { readFileSync, writeFileSync } from "node:fs";

// npm version runs it before the checks, where it refuses a release that says nothing, and again once the version is
// written, where it gives the notes their heading.
const FILE = "CHANGELOG.md";
const UNRELEASED = "## Unreleased";

/** What stands below "Unreleased" in the changelog, without its heading. */
export function unreleasedNotes(changelog: string): string {
  const [, rest = ""] = changelog.split(`${UNRELEASED}\n`);
  return rest.split("\n## ", 1)[0]?.trim() ?? "";
}

/** The changelog in which what was unreleased belongs to `version`, released on `day` (YYYY-MM-DD). */
export function withRelease(changelog: string, version: string, day: string): string {
  return changelog.replace(`${UNRELEASED}\n`, `${UNRELEASED}\n\n## ${version} - ${day}\n`);
}

if (import.meta.main) {
  const changelog = readFileSync(FILE, "utf8");
  const { npm_lifecycle_event: step, npm_new_version: version = "" } = process.env;
  if (unreleasedNotes(changelog) === "") {
    console.error(`${FILE} has nothing under “Unreleased”. Say there what this release adds.`);
    process.exitCode = 1;
  } else if (step === "version") {
    writeFileSync(FILE, withRelease(changelog, version, new Date().toISOString().slice(0, 10)));
  }
}
