import { expect, test } from "vitest";
import { newestRelease } from "../support/last-release.ts";

const CHANGELOG =
  "# Changelog\n\n## Unreleased\n\n### Added\n\n- A thing.\n\n## 0.1.0 - 2026-11-01\n\n- Older.\n";

test("the newest release is a commit that releases what the changelog has, with a tag or without one", () => {
  const log = [
    "c4 Say how Release 0.3.0 is made",
    "c3 Release 0.2.0",
    "c2 Release 0.1.0",
    "c1 Release 0.1.0 again",
  ].join("\n");
  expect(newestRelease(log, CHANGELOG)).toEqual({ version: "0.1.0", commit: "c2" });
  expect(newestRelease(log, "# Changelog\n\n## Unreleased\n")).toBeNull();
});
