import { execFile } from "node:child_process";
import { chown, mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { Client } from "pg";
import { clusterIn, SUPERUSER } from "../postgres/cluster.ts";
import { newestMigration } from "../postgres/migrate.ts";
import { StartError, systemErrorCode } from "../start/start-error.ts";
import { copyTree, type LeavesOut } from "./copy-tree.ts";
import { countRows } from "./count-rows.ts";
import { type BackupCounts, filesOf, writeManifest } from "./manifest.ts";
import { programVersion } from "./program-version.ts";

/** What a server writes anew when it starts, or what only means something while it runs. */
const OF_THE_RUNNING_SERVER =
  /^(postmaster\.(pid|opts)|pg_(wal|replslot|dynshmem|notify|serial|snapshots|stat_tmp|subtrans)\/.+)$/;
const OF_THE_RUNNING_SERVICE = /^(start\.lock.*|workerd\.json|redis\.json|postgres\.log)$/;
const PORT_LINE = 3;

/** Where a backup is written until it is whole. */
const PARTIAL = ".partial";

export type BackedUp = { running: boolean; counts: BackupCounts | null; bytes: number };

/**
 * Copies the data folder to a new folder, which gets its name when it is whole and on the disk. A running database is copied by PostgreSQL's own protocol for that:
 * it is told of the backup, its files are copied as they change, and its log since then makes the copy whole.
 * @throws StartError where there is nothing to copy, or something stands at the target already
 */
export async function backUp(dataDir: string, folder: string, now = new Date()): Promise<BackedUp> {
  const cluster = clusterIn(dataDir);
  await requireCluster(cluster.folder);
  await requireNew(folder);
  const database = path.relative(dataDir, cluster.folder);
  const service: LeavesOut = (file) =>
    file === database || file.startsWith(database + path.sep) || OF_THE_RUNNING_SERVICE.test(file);
  const partial = folder + PARTIAL;
  // What an interrupted backup has left.
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { recursive: true, mode: 0o700 });
  const running = await findRunning(cluster.folder, path.join(dataDir, "postgres.password"));
  // Before the copy: whatever it is, the copy holds no less.
  const counts = running === null ? null : await countRows(running.connectionString);
  if (running === null) await copyTree(dataDir, partial, (file) => OF_THE_RUNNING_SERVICE.test(file));
  else {
    await copyTree(dataDir, partial, service);
    await copyRunning(running.client, cluster.folder, path.join(partial, database));
  }
  const files = await filesOf(partial);
  const createdAt = now.toISOString();
  await writeManifest(partial, {
    version: await programVersion(),
    schema: newestMigration(),
    createdAt,
    counts,
    files,
  });
  await syncFolder(partial);
  await rename(partial, folder);
  return { running: running !== null, counts, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) };
}

/** One call for everything that was copied, however many files: each alone would take minutes on a memory card. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform !== "win32") await promisify(execFile)("sync", ["-f", folder]);
}

type Running = { client: Client; connectionString: string };

/** Null where no server runs on the folder, also where one that was killed left its mark behind. */
async function findRunning(folder: string, passwordFile: string): Promise<Running | null> {
  const port = await portOf(folder);
  if (port === null) return null;
  const password = (await readFile(passwordFile, "utf8")).trim();
  const connectionString = `postgresql://${SUPERUSER}:${password}@127.0.0.1:${port}/postgres`;
  const client = new Client({ connectionString });
  try {
    await client.connect();
    return { client, connectionString };
  } catch (error) {
    if (systemErrorCode(error) === "ECONNREFUSED") return null;
    throw error;
  }
}

async function copyRunning(client: Client, from: string, to: string): Promise<void> {
  try {
    await client.query("select pg_backup_start('hearthwatch', true)");
    await copyTree(from, to, (file) => OF_THE_RUNNING_SERVER.test(file));
    const { rows } = await client.query<{ labelfile: string; first: string }>(
      "select labelfile, (regexp_match(labelfile, 'file ([0-9A-F]{24})'))[1] as first from pg_backup_stop(false)",
    );
    const [stopped] = rows;
    if (stopped === undefined) throw new StartError("PostgreSQL did not say where the backup ends.");
    await copyTree(path.join(from, "pg_wal"), path.join(to, "pg_wal"));
    await requireLog(path.join(to, "pg_wal"), stopped.first);
    await writeLabel(path.join(to, "backup_label"), stopped.labelfile, await stat(from));
  } finally {
    await client.end();
  }
}

/** PostgreSQL reads it first when the copy is started, as the account that owns all its other files. */
async function writeLabel(file: string, text: string, owner: { uid: number; gid: number }): Promise<void> {
  await writeFile(file, text, { mode: 0o600, flush: true });
  if (process.getuid?.() === 0) await chown(file, owner.uid, owner.gid);
}

/** The copy is worth nothing without the log from its beginning on. */
async function requireLog(folder: string, first: string): Promise<void> {
  if ((await readdir(folder)).includes(first)) return;
  throw new StartError(
    "The database wrote so much during the backup that its log is not complete; try again at a quieter time.",
  );
}

/** The port of the server that runs on the folder; null where none does. */
async function portOf(folder: string): Promise<number | null> {
  const text = await readFile(path.join(folder, "postmaster.pid"), "utf8").catch((error: unknown) => {
    if (systemErrorCode(error) === "ENOENT") return null;
    throw error;
  });
  return text === null ? null : Number(text.split("\n")[PORT_LINE]);
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
