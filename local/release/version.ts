export const RELEASE_STEPS = ["major", "minor", "patch", "this"] as const;
export type ReleaseStep = (typeof RELEASE_STEPS)[number];

const VERSION = /^(\d+)\.(\d+)\.(\d+)$/;

/** The version after `current` (semantic versioning); `this` releases the version that package.json already names. */
export function nextVersion(current: string, step: ReleaseStep): string {
  const [, major = 0, minor = 0, patch = 0] = (VERSION.exec(current) ?? []).map(Number);
  switch (step) {
    case "major":
      return `${major + 1}.0.0`;
    case "minor":
      return `${major}.${minor + 1}.0`;
    case "patch":
      return `${major}.${minor}.${patch + 1}`;
    case "this":
      return current;
    default:
      return step satisfies never;
  }
}
