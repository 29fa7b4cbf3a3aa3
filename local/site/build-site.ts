import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { build, type Metafile } from "esbuild";
import { codeOf } from "../../lib/kernel/text.ts";
import { openApiDocument } from "../../schema/openapi/document.ts";
import { writeDocs } from "../docs-site/write-docs.ts";
import { ALL_ROUTES } from "../openapi/all-routes.ts";
import { replaceFile } from "../processes/whole-files.ts";
import { PROJECT_FOLDER } from "../start/project.ts";
import { SITE_HEADERS } from "./site-headers.ts";

/** Sources of the pages' browser modules, styles and icons, and the folder that they are built to. */
const SOURCE = path.join(PROJECT_FOLDER, "functions", "pages");
const DIST = path.join(PROJECT_FOLDER, "dist");
export const SITE_FOLDER = path.join(DIST, "site");
/** The path under which a built file is served, by its source's name (`share.js`). */
const NAMES_FILE = path.join(DIST, "site-names.json");
/** What the public group serves: the functions carry the text and not what makes it. */
const DOCUMENT_FILE = path.join(DIST, "openapi.json");

const BROWSERS = ["es2022", "chrome123", "firefox120", "safari17.5"];
const HASHED = ["client/share.ts", "client/owner.ts", "client/docs.ts", "styles/app.css", "styles/docs.css"];
/** Loaded by `/docs` alone, which no service worker keeps. */
const DOCS_STYLE = "docs.css";
const DOCS_SCRIPT = "docs.js";
const DOCS_STYLES = ["app.css", DOCS_STYLE];

/** The rules for Cloudflare's assets. */
const HEADERS_TEXT = SITE_HEADERS.flatMap(([place, headers]) => {
  const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}\n`);
  return [place, `${place}/*`].filter(Boolean).map((each) => `${each}\n${lines.join("")}`);
}).join("");

/** Builds what browsers load into `dist/site`, and the names under which the pages link to it. */
export async function buildSite(): Promise<Record<string, string>> {
  // Built aside and moved into place: a server of the old files never sees half of the new ones.
  const folder = path.join(DIST, `site-${process.pid}`);
  await mkdir(folder, { recursive: true });
  await replaceFile(DOCUMENT_FILE, `${JSON.stringify(openApiDocument(ALL_ROUTES), null, 1)}\n`);
  const names = await buildHashed(folder);
  const kept = Object.entries(names).filter(([name]) => name !== DOCS_STYLE && name !== DOCS_SCRIPT);
  await buildServiceWorker(
    folder,
    kept.map(([, file]) => file),
  );
  await writeDocs(
    folder,
    DOCS_STYLES.map((name) => fileOf(names, name)),
    fileOf(names, DOCS_SCRIPT),
  );
  await cp(path.join(SOURCE, "static"), folder, { recursive: true });
  await writeFile(path.join(folder, "_headers"), HEADERS_TEXT);
  await moveInto(folder, SITE_FOLDER);
  await replaceFile(NAMES_FILE, `${JSON.stringify(names, null, 1)}\n`);
  return names;
}

async function buildHashed(folder: string): Promise<Record<string, string>> {
  const { metafile } = await build({
    entryPoints: HASHED.map((file) => path.join(SOURCE, file)),
    outdir: path.join(folder, "assets"),
    entryNames: "[name]-[hash]",
    chunkNames: "chunk-[hash]",
    bundle: true,
    splitting: true,
    minify: true,
    metafile: true,
    format: "esm",
    platform: "browser",
    target: BROWSERS,
    logLevel: "silent",
  });
  return namesOf(metafile, folder);
}

function fileOf(names: Record<string, string>, name: string): string {
  const file = names[name];
  if (file === undefined) throw new Error(`${name} was not built.`);
  return file;
}

function namesOf({ outputs }: Metafile, folder: string): Record<string, string> {
  const named = Object.entries(outputs).flatMap(([file, { entryPoint }]) => {
    if (entryPoint === undefined) return [];
    const name = path.basename(entryPoint).replace(/\.ts$/, ".js");
    return [[name, `/${path.relative(folder, path.resolve(file)).replaceAll(path.sep, "/")}`] as const];
  });
  return Object.fromEntries(named.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** Its name has no hash: a browser asks for it again under the name that it was registered with. */
async function buildServiceWorker(folder: string, files: string[]): Promise<void> {
  await build({
    entryPoints: [path.join(SOURCE, "service-worker.ts")],
    outfile: path.join(folder, "sw.js"),
    define: { SITE_FILES: JSON.stringify(files) },
    bundle: true,
    minify: true,
    format: "iife",
    platform: "browser",
    target: BROWSERS,
    logLevel: "silent",
  });
}

/** Another process may be doing the same: the last one wins, and what both have built is the same. */
async function moveInto(built: string, place: string): Promise<void> {
  // What is the same stays in its place: somebody may be reading it.
  if (await areSame(built, place)) return await rm(built, { recursive: true, force: true });
  const old = `${built}-old`;
  await rename(place, old).catch(ignoreMissing);
  await rename(built, place).catch(() => rm(built, { recursive: true, force: true }));
  await rm(old, { recursive: true, force: true });
}

async function areSame(one: string, other: string): Promise<boolean> {
  const [files, others] = await Promise.all([filesOf(one), filesOf(other)]);
  if (files.join() !== others.join()) return false;
  const same = await Promise.all(
    files.map(async (file) => {
      const [own, its] = await Promise.all([
        readFile(path.join(one, file)),
        readFile(path.join(other, file)),
      ]);
      return own.equals(its);
    }),
  );
  return same.every(Boolean);
}

/** The files below a folder, sorted; none where there is no such folder. */
async function filesOf(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(ignoreMissing);
  return (found ?? [])
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .toSorted();
}

function ignoreMissing(error: unknown): void {
  if (codeOf(error) !== "ENOENT") throw error;
}
