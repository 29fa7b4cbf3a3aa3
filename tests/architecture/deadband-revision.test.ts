import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { DEADBAND_REVISION } from "../../lib/alerts/deadband/deadband.ts";
import { read } from "./modules.ts";

/** What says whether a reading moves anything, and so from where to where a kept band reaches. */
const SOURCES = [
  "lib/alerts/deadband/deadband.ts",
  "lib/alerts/advance.ts",
  "lib/alerts/habit.ts",
  "lib/alerts/heating/heated-rooms.ts",
  "lib/alerts/kinds/thresholds.ts",
  "lib/alerts/kinds/leak.ts",
  "lib/alerts/kinds/wettings.ts",
  "lib/alerts/sensor-truth.ts",
  "lib/alerts/sensor-input.ts",
  "lib/devices/placement/placement.ts",
  "lib/devices/alert-settings.ts",
];
/** Imports and comments decide nothing. */
const NO_CODE = /^import [\s\S]*?;\n|\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;

/**
 * Bands are kept over a release. Where a rule has come to see more, those of before would hide it: then the revision is
 * raised. Where nothing that a band rests on has changed, the new digest alone is written here.
 */
test("a rule that a kept deadband rests on has not changed without a look at its revision", () => {
  const code = SOURCES.map((file) => read(file).replace(NO_CODE, "").replace(/\s+/g, " "));
  const digest = createHash("sha256").update(code.join("\n")).digest("hex").slice(0, 16);
  expect({ revision: DEADBAND_REVISION, digest }).toEqual({ revision: 8, digest: "71d666f7d7d1366f" });
});
