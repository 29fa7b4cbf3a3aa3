import { cp, mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { type BuildOptions, build, type Metafile } from "esbuild";
import { openApiDocument } from "../../schema/openapi/document.ts";
import { writeDocs } from "../docs-site/write-docs.ts";
import { ALL_ROUTES } from "../openapi/all-routes.ts";
import { replaceFile } from "../processes/whole-files.ts";
import { PROJECT_FOLDER } from "../start/project.ts";
import { SITE_HEADERS } from "./site-headers.ts";

/** The source and build folders of the pages' browser modules, styles and icons. */
const SOURCE = path.join(PROJECT_FOLDER, "functions", "pages");
const DIST = path.join(PROJECT_FOLDER, "dist");
export const SITE_FOLDER = path.join(DIST, "site");
/** The path of each built file, by its source's name (`share.js`). */
const NAMES_FILE = path.join(DIST, "site-names.json");
/** The public group serves this text. The functions contain it, but not the code that generates it. */
const DOCUMENT_FILE = path.join(DIST, "openapi.json");

const HASHED = ["client/share.ts", "client/owner.ts", "client/docs.ts", "styles/app.css", "styles/docs.css"];
/** Only loaded by `/docs`, which no service worker caches. */
const OF_DOCS = ["docs.css", "docs.js"];
const FOR_BROWSERS = {
  bundle: true,
  minify: true,
  platform: "browser",
  target: ["es2022", "chrome123", "firefox120", "safari17.5"],
  logLevel: "silent",
} as const satisfies BuildOptions;

/** The rules for Cloudflare's assets. */
const HEADERS_TEXT = SITE_HEADERS.flatMap(([place, headers]) => {
  const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}\n`);
  return [place, `${place}/*`].filter(Boolean).map((each) => `${each}\n${lines.join("")}`);
}).join("");

/** Builds the browser files into `dist/site`, and returns the names under which the pages link to them. */
export async function buildSite(): Promise<Record<string, string>> {
  // Built elsewhere and moved, so that a server of the old files never sees half of the new ones.
  const folder = path.join(DIST, `site-${process.pid}`);
  await mkdir(folder, { recursive: true });
  await replaceFile(DOCUMENT_FILE, `${JSON.stringify(openApiDocument(ALL_ROUTES), null, 1)}\n`);
  const names = await buildHashed(folder);
  const kept = Object.entries(names).flatMap(([name, file]) => (OF_DOCS.includes(name) ? [] : [file]));
  await buildServiceWorker(folder, kept);
  const { "app.css": style = "", "docs.css": docsStyle = "", "docs.js": script = "" } = names;
  await writeDocs(folder, [style, docsStyle], script);
  await cp(path.join(SOURCE, "static"), folder, { recursive: true });
  await writeFile(path.join(folder, "_headers"), HEADERS_TEXT);
  await moveInto(folder, SITE_FOLDER);
  await replaceFile(NAMES_FILE, `${JSON.stringify(names, null, 1)}\n`);
  return names;
}

async function buildHashed(folder: string): Promise<Record<string, string>> {
  const { metafile } = await build({
    ...FOR_BROWSERS,
    entryPoints: HASHED.map((file) => path.join(SOURCE, file)),
    outdir: path.join(folder, "assets"),
    entryNames: "[name]-[hash]",
    chunkNames: "chunk-[hash]",
    splitting: true,
    metafile: true,
    format: "esm",
  });
  return namesOf(metafile, folder);
}

function namesOf({ outputs }: Metafile, folder: string): Record<string, string> {
  const named = Object.entries(outputs).flatMap(([file, { entryPoint }]) => {
    if (entryPoint === undefined) return [];
    const name = path.basename(entryPoint).replace(/\.ts$/, ".js");
    return [[name, `/${path.relative(folder, path.resolve(file)).replaceAll(path.sep, "/")}`] as const];
  });
  return Object.fromEntries(named.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** Builds the service worker without a hash in its name, because browsers reload it under its registered name. */
async function buildServiceWorker(folder: string, files: string[]): Promise<void> {
  await build({
    ...FOR_BROWSERS,
    entryPoints: [path.join(SOURCE, "service-worker.ts")],
    outfile: path.join(folder, "sw.js"),
    define: { SITE_FILES: JSON.stringify(files) },
    format: "iife",
  });
}

/**
 * Moves each file with one rename, pages after the files that they load, so that a reader or a concurrent build never
 * sees a partial state. Removes files that are no longer built.
 */
async function moveInto(built: string, place: string): Promise<void> {
  await mkdir(place, { recursive: true });
  const [files, before] = [await filesOf(built), await filesOf(place)];
  for (const file of files.toSorted()) {
    await mkdir(path.dirname(path.join(place, file)), { recursive: true });
    await rename(path.join(built, file), path.join(place, file));
  }
  for (const file of before.filter((each) => !files.includes(each)))
    await rm(path.join(place, file), { force: true });
  await rm(built, { recursive: true });
}

async function filesOf(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
}
