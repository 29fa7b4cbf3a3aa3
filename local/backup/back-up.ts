import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { chown, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import type { Client } from "pg";
import { clusterIn } from "../postgres/cluster.ts";
import { newestMigration } from "../postgres/migrate.ts";
import { StartError } from "../start/project.ts";
import { copyTree } from "./copy-tree.ts";
import { bytesOf, filesOf, writeManifest } from "./manifest.ts";
import { openSource } from "./source.ts";

const OF_THE_RUNNING_SERVICE = /^(data\.lock.*|postgres\.log)$/;

/** The suffix of a backup's folder until the backup is complete. */
export const PARTIAL = ".partial";

type BackedUp = { running: boolean; bytes: number };

/**
 * Copies the data folder to a new folder, which gets its final name once it is complete and on disk. A running database
 * is told of the backup, its files are copied while they change, and its log since then completes the copy.
 * @throws StartError if there is nothing to copy, or the target already exists
 */
export async function backUp(dataDir: string, folder: string, now = new Date()): Promise<BackedUp> {
  const cluster = clusterIn(dataDir);
  if (!existsSync(path.join(cluster.folder, "PG_VERSION")))
    throw new StartError(
      `There is no database in ${cluster.folder}; set DATA_DIR to the folder that you want to copy.`,
    );
  if (existsSync(folder)) throw new StartError(`${folder} already exists. Choose a new folder.`);
  const partial = folder + PARTIAL;
  // Removes the remains of an interrupted backup.
  await rm(partial, { recursive: true, force: true });
  try {
    await mkdir(partial, { recursive: true, mode: 0o700 });
    const made = await copyInto(partial, dataDir, cluster.folder, now);
    await rename(partial, folder);
    return made;
  } catch (error) {
    // Frees the space, above all if there was none left for the rest.
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
}

async function copyInto(partial: string, dataDir: string, cluster: string, now: Date): Promise<BackedUp> {
  const database = path.relative(dataDir, cluster);
  const { running, close } = await openSource(dataDir, cluster);
  try {
    await copyTree(
      dataDir,
      partial,
      (file) => OF_THE_RUNNING_SERVICE.test(file) || (running !== null && file === database),
    );
    if (running !== null) await copyRunning(running, cluster, path.join(partial, database));
  } finally {
    await close();
  }
  const files = await filesOf(partial);
  await writeManifest(partial, {
    version: await programVersion(),
    schema: newestMigration(),
    createdAt: now.toISOString(),
    files,
  });
  // One call for everything that was copied: a call for each file would take minutes on a memory card.
  if (process.platform !== "win32") await promisify(execFile)("sync", ["-f", partial]);
  return { running: running !== null, bytes: bytesOf(files) };
}

/** Files that a server writes again when it starts, or that only mean something while it runs. */
const OF_THE_RUNNING_SERVER =
  /^(postmaster\.(pid|opts)|pg_(wal|replslot|dynshmem|notify|serial|snapshots|stat_tmp|subtrans)\/.+)$/;

/** Copies a running database's files. They change meanwhile; the log since the beginning completes the copy. */
async function copyRunning(client: Client, from: string, to: string): Promise<void> {
  await client.query("select pg_backup_start('hearthwatch', true)");
  await copyTree(from, to, (file) => OF_THE_RUNNING_SERVER.test(file));
  const { rows } = await client.query<{ labelfile: string; first: string }>(
    "select labelfile, (regexp_match(labelfile, 'file ([0-9A-F]{24})'))[1] as first from pg_backup_stop(false)",
  );
  const [stopped] = rows;
  if (stopped === undefined) throw new StartError("PostgreSQL did not say where the backup ends.");
  await copyTree(path.join(from, "pg_wal"), path.join(to, "pg_wal"));
  // The copy is useless without the log from its beginning on.
  if (!existsSync(path.join(to, "pg_wal", stopped.first)))
    throw new StartError(
      "The database wrote so much during the backup that its log is not complete; try again at a quieter time.",
    );
  // PostgreSQL reads this first when the copy starts, under the account that owns all its other files.
  const label = path.join(to, "backup_label");
  await writeFile(label, stopped.labelfile, { mode: 0o600, flush: true });
  const { uid, gid } = await stat(from);
  if (process.getuid?.() === 0) await chown(label, uid, gid);
}

/** Returns this program's version from package.json. */
async function programVersion(): Promise<string> {
  const file = path.resolve(import.meta.dirname, "../../package.json");
  return String(JSON.parse(await readFile(file, "utf8")).version);
}
