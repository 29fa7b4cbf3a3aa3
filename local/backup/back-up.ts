import { execFile } from "node:child_process";
import { mkdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { clusterIn } from "../postgres/cluster.ts";
import { newestMigration } from "../postgres/migrate.ts";
import { StartError } from "../start/start-error.ts";
import { copyRunning } from "./copy-running.ts";
import { copyTree, type LeavesOut } from "./copy-tree.ts";
import { type BackupCounts, bytesOf, filesOf, writeManifest } from "./manifest.ts";
import { programVersion } from "./program-version.ts";
import { openSource } from "./source.ts";

const OF_THE_RUNNING_SERVICE = /^(start\.lock.*|workerd\.json|redis\.json|postgres\.log)$/;

/** Where a backup is written until it is whole. */
export const PARTIAL = ".partial";

type BackedUp = { running: boolean; counts: BackupCounts | null; bytes: number };

/**
 * Copies the data folder to a new folder, which gets its name when it is whole and on the disk. A running database is copied by PostgreSQL's own protocol for that:
 * it is told of the backup, its files are copied as they change, and its log since then makes the copy whole.
 * @throws StartError where there is nothing to copy, or something stands at the target already
 */
export async function backUp(dataDir: string, folder: string, now = new Date()): Promise<BackedUp> {
  const cluster = clusterIn(dataDir);
  await requireCluster(cluster.folder);
  await requireNew(folder);
  const partial = folder + PARTIAL;
  // What an interrupted backup has left.
  await rm(partial, { recursive: true, force: true });
  try {
    await mkdir(partial, { recursive: true, mode: 0o700 });
    const made = await copyInto(partial, dataDir, cluster.folder, now);
    await rename(partial, folder);
    return made;
  } catch (error) {
    // What it has taken is given back, above all where there was no room for the rest.
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
}

async function copyInto(partial: string, dataDir: string, cluster: string, now: Date): Promise<BackedUp> {
  const database = path.relative(dataDir, cluster);
  const ofTheService: LeavesOut = (file) => OF_THE_RUNNING_SERVICE.test(file);
  const ofTheDatabase: LeavesOut = (file) => file === database || file.startsWith(database + path.sep);
  const { running, counts, close } = await openSource(dataDir, cluster);
  try {
    const leavesOut: LeavesOut = (file) => ofTheService(file) || (running !== null && ofTheDatabase(file));
    await copyTree(dataDir, partial, leavesOut);
    if (running !== null) await copyRunning(running, cluster, path.join(partial, database));
  } finally {
    await close();
  }
  const files = await filesOf(partial);
  await writeManifest(partial, {
    version: await programVersion(),
    schema: newestMigration(),
    createdAt: now.toISOString(),
    counts,
    files,
  });
  await syncFolder(partial);
  return { running: running !== null, counts, bytes: bytesOf(files) };
}

/** One call for everything that was copied, however many files: each alone would take minutes on a memory card. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform !== "win32") await promisify(execFile)("sync", ["-f", folder]);
}

async function requireCluster(folder: string): Promise<void> {
  if (await exists(path.join(folder, "PG_VERSION"))) return;
  throw new StartError(
    `There is no database in ${folder}; set DATA_DIR to the folder that you want to copy.`,
  );
}

async function requireNew(folder: string): Promise<void> {
  if (await exists(folder)) throw new StartError(`${folder} exists already; name a folder that does not.`);
}

const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );
