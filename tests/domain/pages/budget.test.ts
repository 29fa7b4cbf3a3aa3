import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { buildSite, SITE_FOLDER } from "../../../local/site/build-site.ts";

/** Bytes of gzip that a browser loads, with everything that a module imports at once. */
const KB = 1_024;
const BUDGET = { "app.css": 8 * KB, "share.js": 4 * KB, "owner.js": 10 * KB, "workbench.js": 20 * KB };

const names = await buildSite();
const read = (file: string): string => readFileSync(path.join(SITE_FOLDER, file), "utf8");

/** A module and what it imports statically; what is loaded lazily is another budget's. */
function loadedWith(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  if (!file.endsWith(".js")) return seen;
  for (const [, imported] of read(file).matchAll(/(?:from|import)\s*"\.\/([\w.-]+)"/g))
    loadedWith(`/assets/${imported}`, seen);
  return seen;
}

test.each(Object.entries(BUDGET))("%s stays within %i bytes", (name, bytesMax) => {
  const files = [...loadedWith(names[name] ?? "")];
  const bytes = files.reduce((sum, file) => sum + gzipSync(read(file)).length, 0);
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThanOrEqual(bytesMax);
});

test("a site that is built again, and is the same, stays where it is for whoever reads it", async () => {
  const before = statSync(SITE_FOLDER).ino;
  expect(await buildSite()).toEqual(names);
  expect(statSync(SITE_FOLDER).ino).toBe(before);
});
