import { describe, expect, test } from "vitest";
import { read } from "./modules.ts";

type Locked = {
  version: string;
  license?: string;
  dev?: boolean;
  resolved?: string;
  integrity?: string;
  optionalDependencies?: Record<string, string>;
  link?: boolean;
};

const { packages } = JSON.parse(read("package-lock.json")) as { packages: Record<string, Locked> };
const locked = Object.entries(packages)
  .filter(([place, { link }]) => place !== "" && link !== true)
  .map(([place, entry]) => ({ place, ...entry }));

/** The lockfile omits a package's source if it is npm's own registry. */
const REGISTRY = "https://registry.npmjs.org/";

/** Licenses that require no more than a notice. */
const ALLOWED = [
  "MIT",
  "MIT-0",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "ISC",
  "0BSD",
  "Unlicense",
  "BlueOak-1.0.0",
];

/** Packages without a license in their manifest, and where it is instead. */
const ELSEWHERE: Record<string, string> = { "node_modules/limiter": "MIT, in its LICENSE.txt" };

describe("what is carried into production", () => {
  const carried = locked.filter(({ dev }) => dev !== true);

  test("has a license that asks for no more than a notice", () => {
    const others = carried
      .filter(({ place, license }) => !(place in ELSEWHERE) && !ALLOWED.includes(license ?? ""))
      .map(({ place, license }) => `${place}: ${license}`);
    expect(others).toEqual([]);
  });

  test("is excused from naming a license only where it names none", () => {
    const named = Object.keys(ELSEWHERE).filter((place) => packages[place]?.license !== undefined);
    expect(named).toEqual([]);
  });
});

test("every package comes from the registry with a content that the lockfile fixes", () => {
  const open = locked.filter(
    ({ resolved = REGISTRY, integrity = "" }) =>
      !resolved.startsWith(REGISTRY) || !integrity.startsWith("sha512-"),
  );
  expect(open.map(({ place }) => place)).toEqual([]);
});

// `npm ci` refuses a lockfile without them. A lockfile written from a registry that lacks a platform's package omits
// it; then keep such a dependency at an older version.
test("the lockfile names the optional packages of every platform", () => {
  const missing = locked.flatMap(({ place, optionalDependencies = {} }) =>
    Object.keys(optionalDependencies).filter((name) => !isLocked(place, name)),
  );
  expect(missing).toEqual([]);
});

/** Node looks for a package in each folder from its importer's upward. */
function isLocked(user: string, name: string): boolean {
  if (Object.hasOwn(packages, `${user}/node_modules/${name}`)) return true;
  const above = user.lastIndexOf("/node_modules/");
  return above < 0 ? Object.hasOwn(packages, `node_modules/${name}`) : isLocked(user.slice(0, above), name);
}

test("every dependency is pinned to one version", () => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read("package.json"));
  const versions = Object.entries<string>({ ...dependencies, ...devDependencies, ...optionalDependencies });
  expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
});

test("a release carries the list of what is in it and its provenance, and asks for advisories first", () => {
  const release = read(".github/workflows/release.yml");
  expect(release).toMatch(/npm sbom --sbom-format cyclonedx --omit dev/);
  expect(release).toMatch(/attest-build-provenance/);
  expect(release.indexOf(".ci/audit")).toBeLessThan(release.indexOf("gh release create"));
});
