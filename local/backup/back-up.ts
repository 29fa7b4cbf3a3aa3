import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { Client } from "pg";
import { clusterIn, SUPERUSER } from "../postgres/cluster.ts";
import { StartError, systemErrorCode } from "../start/start-error.ts";
import { copyTree, type LeavesOut } from "./copy-tree.ts";

/** What a server writes anew when it starts, or what only means something while it runs. */
const OF_THE_RUNNING_SERVER =
  /^(postmaster\.(pid|opts)|pg_(wal|replslot|dynshmem|notify|serial|snapshots|stat_tmp|subtrans)\/.+)$/;
const OF_THE_RUNNING_SERVICE = /^(start\.lock.*|workerd\.json|redis\.json|postgres\.log)$/;
const PORT_LINE = 3;

/**
 * Copies the data folder to a new folder. A running database is copied by PostgreSQL's own protocol for that:
 * it is told of the backup, its files are copied as they change, and its log since then makes the copy whole.
 * @throws StartError where there is nothing to copy, or something stands at the target already
 */
export async function backUp(dataDir: string, folder: string): Promise<{ running: boolean }> {
  const cluster = clusterIn(dataDir);
  await requireCluster(cluster.folder);
  await requireNew(folder);
  const database = path.relative(dataDir, cluster.folder);
  const service: LeavesOut = (file) =>
    file === database || file.startsWith(database + path.sep) || OF_THE_RUNNING_SERVICE.test(file);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const client = await connectToRunning(cluster.folder, path.join(dataDir, "postgres.password"));
  if (client === null) await copyTree(dataDir, folder, (file) => OF_THE_RUNNING_SERVICE.test(file));
  else {
    await copyTree(dataDir, folder, service);
    await copyRunning(client, cluster.folder, path.join(folder, database));
  }
  return { running: client !== null };
}

/** Null where no server runs on the folder, also where one that was killed left its mark behind. */
async function connectToRunning(folder: string, passwordFile: string): Promise<Client | null> {
  const port = await portOf(folder);
  if (port === null) return null;
  const password = (await readFile(passwordFile, "utf8")).trim();
  const client = new Client({
    connectionString: `postgresql://${SUPERUSER}:${password}@127.0.0.1:${port}/postgres`,
  });
  try {
    await client.connect();
    return client;
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
    await writeFile(path.join(to, "backup_label"), stopped.labelfile, { mode: 0o600, flush: true });
  } finally {
    await client.end();
  }
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
