const UNRELEASED = "## Unreleased";

/** What stands below "Unreleased" in the changelog, without its heading. */
export function unreleasedNotes(changelog: string): string {
  const start = changelog.indexOf(`${UNRELEASED}\n`);
  if (start === -1) return "";
  const rest = changelog.slice(start + UNRELEASED.length);
  const end = rest.indexOf("\n## ");
  return (end === -1 ? rest : rest.slice(0, end)).trim();
}

/** The changelog in which what was unreleased belongs to `version`, released on `day` (YYYY-MM-DD). */
export function withRelease(changelog: string, version: string, day: string): string {
  return changelog.replace(`${UNRELEASED}\n`, `${UNRELEASED}\n\n## ${version} - ${day}\n`);
}
