import { existsSync } from "node:fs";
import { mkdir, readdir, rename, rm, rmdir } from "node:fs/promises";
import path from "node:path";
import { DatabaseError } from "pg";
import { newestMigration } from "../postgres/migrate.ts";
import { startPostgres } from "../postgres/start-postgres.ts";
import { withClient } from "../postgres/with-client.ts";
import { ifThere } from "../processes/whole-files.ts";
import { StartError } from "../start/project.ts";
import { copyTree } from "./copy-tree.ts";
import { MANIFEST_FILE, readManifest, requireWhole } from "./manifest.ts";

/** The suffix of the folder in which a backup is tried, until it is known to start. */
const TRIAL = ".restoring";
const DATABASE = "hearthwatch";
/** invalid_catalog_name, undefined_table */
const WITHOUT_TABLES = ["3D000", "42P01"];

/**
 * Restores a backup into a data folder that is empty or missing: checks that the backup is complete, copies it beside
 * the folder, starts the copy, counts its content, and only then moves it there. Returns the content, in words.
 * @throws StartError if the folder holds something, the backup isn't complete, or its copy doesn't start
 */
export async function putBack(folder: string, dataDir: string) {
  if (existsSync(dataDir) && (await readdir(dataDir)).length > 0)
    throw new StartError(`${dataDir} is not empty; move it away first, or set DATA_DIR to another folder.`);
  const manifest = await readManifest(folder);
  if (manifest.schema > newestMigration())
    throw new StartError(
      `${folder} was made by Hearthwatch ${manifest.version}, which is newer than this version; restore it with that version or a newer one.`,
    );
  await requireWhole(folder, manifest);
  const trial = dataDir.replace(/[\\/]+$/, "") + TRIAL;
  await rm(trial, { recursive: true, force: true });
  await mkdir(path.dirname(trial), { recursive: true });
  const contents = await triedCopy(folder, trial).catch(async (error: unknown) => {
    await rm(trial, { recursive: true, force: true });
    throw error;
  });
  await ifThere(rmdir(dataDir));
  await rename(trial, dataDir);
  return { manifest, contents };
}

async function triedCopy(folder: string, trial: string): Promise<string> {
  await copyTree(folder, trial, (file) => file === MANIFEST_FILE);
  const postgres = await startPostgres({ dataDir: trial });
  try {
    return await contentsOf(postgres.connectionString(DATABASE));
  } finally {
    await postgres.stop();
  }
}

async function contentsOf(connectionString: string): Promise<string> {
  type Contents = { devices: number; readings: number; last: Date | null };
  const asked = `select (select count(*)::integer from devices) as devices,
    (select count(*)::integer from snapshots) as readings, (select max(recorded_at) from snapshots) as last`;
  try {
    const { rows } = await withClient(connectionString, (client) => client.query<Contents>(asked));
    const [{ devices, readings, last } = { devices: 0, readings: 0, last: null }] = rows;
    const newest = last === null ? "" : `, the newest from ${last.toISOString()}`;
    return `${devices} devices, ${readings} recent readings${newest}`;
  } catch (error) {
    if (error instanceof DatabaseError && WITHOUT_TABLES.includes(error.code ?? "")) return "no home";
    throw error;
  }
}
