import { expect, test } from "vitest";
import { unreleasedNotes, withRelease } from "../../local/release/changelog.ts";
import { nextVersion } from "../../local/release/version.ts";

const CHANGELOG =
  "# Changelog\n\n## Unreleased\n\n### Added\n\n- A thing.\n\n## 0.1.0 - 2026-11-01\n\n- Older.\n";

test("the notes of a release are what stands under Unreleased, and no older release's", () => {
  expect(unreleasedNotes(CHANGELOG)).toBe("### Added\n\n- A thing.");
});

test("a changelog that only has releases has nothing to release", () => {
  expect(unreleasedNotes("# Changelog\n\n## Unreleased\n\n## 0.1.0 - 2026-11-01\n")).toBe("");
  expect(unreleasedNotes("# Changelog\n")).toBe("");
});

test("a release leaves an empty Unreleased above its own heading", () => {
  expect(withRelease(CHANGELOG, "0.2.0", "2026-12-01")).toContain(
    "## Unreleased\n\n## 0.2.0 - 2026-12-01\n\n### Added\n\n- A thing.",
  );
});

test("each step of a version sets the smaller numbers to zero", () => {
  expect(nextVersion("1.2.3", "major")).toBe("2.0.0");
  expect(nextVersion("1.2.3", "minor")).toBe("1.3.0");
  expect(nextVersion("1.2.3", "patch")).toBe("1.2.4");
  expect(nextVersion("1.2.3", "this")).toBe("1.2.3");
});
