import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chown, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { DatabaseError, escapeIdentifier } from "pg";
import { messageOf } from "../../lib/kernel/text.ts";
import { ifThere } from "../processes/whole-files.ts";
import { StartError } from "../start/project.ts";
import type { PostgresAccount, PostgresBinaries } from "./binaries.ts";
import { reasonIn } from "./launch-server.ts";
import { withClient } from "./with-client.ts";

const POSTGRES_MAJOR = "18";
const PASSWORD_BYTES = 24;
const INITDB_MS_MAX = 120_000;
export const SUPERUSER = "hearthwatch";

const DUPLICATE_DATABASE = "42P04";

type Cluster = ReturnType<typeof clusterIn>;

/** `folder` is PGDATA. */
export const clusterIn = (dataDir: string) => ({
  folder: path.join(dataDir, "postgres"),
  passwordFile: path.join(dataDir, "postgres.password"),
});

interface MakeClusterInput {
  cluster: Cluster;
  binaries: PostgresBinaries;
  account: PostgresAccount;
  durable: boolean;
}

/** Creates the cluster at the first start, checks it at later ones; returns the superuser's password. */
export async function ensureCluster(input: MakeClusterInput): Promise<string> {
  const { cluster } = input;
  if (!(await holdsCluster(cluster))) {
    await writeFile(cluster.passwordFile, randomBytes(PASSWORD_BYTES).toString("hex"), { mode: 0o600 });
    await makeCluster(input);
  }
  return readPassword(cluster);
}

async function holdsCluster(cluster: Cluster): Promise<boolean> {
  const entries = await ifThere(readdir(cluster.folder)).catch((error: unknown) => {
    throw new StartError(`The database folder ${cluster.folder} cannot be read: ${messageOf(error)}.`);
  });
  if (entries === null || entries.length === 0) return false;
  const refused = `set DATA_DIR to another folder, or move this one away to start empty.`;
  if (!entries.includes("PG_VERSION") || !entries.includes("global"))
    throw new StartError(`${cluster.folder} is not a database folder of Hearthwatch; ${refused}`);
  const version = (await readFile(path.join(cluster.folder, "PG_VERSION"), "utf8")).trim();
  if (version !== POSTGRES_MAJOR)
    throw new StartError(
      `${cluster.folder} was made by PostgreSQL ${version} and this is ${POSTGRES_MAJOR}; ${refused}`,
    );
  return true;
}

/** Creates the cluster in another folder and renames it when complete: a kill leaves nothing half done. */
async function makeCluster({ cluster, binaries, account, durable }: MakeClusterInput): Promise<void> {
  const making = `${cluster.folder}.making`;
  await rm(making, { recursive: true, force: true });
  await mkdir(making, { mode: 0o700 });
  await giveTo(account, making);
  const passwordCopy = `${making}.password`;
  await writeFile(passwordCopy, await readPassword(cluster), { mode: 0o600 });
  await giveTo(account, passwordCopy);
  try {
    await runInitdb(initdbCommand(binaries.initdb, making, passwordCopy, durable), account);
  } finally {
    await rm(passwordCopy, { force: true });
  }
  await rm(cluster.folder, { recursive: true, force: true });
  await rename(making, cluster.folder);
}

function initdbCommand(initdb: string, folder: string, passwordFile: string, durable: boolean): string[] {
  const command = [initdb, `--pgdata=${folder}`, `--username=${SUPERUSER}`, `--pwfile=${passwordFile}`];
  command.push("--auth=scram-sha-256", "--encoding=UTF8", "--no-instructions", "--lc-messages=C");
  // The same order and case rules on every machine.
  command.push("--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8");
  if (!durable) command.push("--no-sync", "--no-data-checksums", "--wal-segsize=1");
  return command;
}

async function runInitdb(command: string[], account: PostgresAccount): Promise<void> {
  const [program = "", ...args] = [...account.prefix, ...command];
  try {
    await promisify(execFile)(program, args, { ...account.ids, cwd: "/", timeout: INITDB_MS_MAX });
  } catch (error) {
    throw new StartError(`PostgreSQL could not make its data folder: ${reasonIn(messageOf(error))}`);
  }
}

async function giveTo(account: PostgresAccount, file: string): Promise<void> {
  const { uid, gid } = account.owner;
  if (uid !== undefined && gid !== undefined) await chown(file, uid, gid);
}

async function readPassword(cluster: Cluster): Promise<string> {
  const text = await readFile(cluster.passwordFile, "utf8").catch((error: unknown) => {
    throw new StartError(
      `The database's password cannot be read (${messageOf(error)}); put the file back, or move ${cluster.folder} away to start empty.`,
    );
  });
  return text.trim();
}

/** Creates a database unless it exists. `connectionString` names an existing one on the same server. */
export async function createDatabase(connectionString: string, name: string, template?: string) {
  const from = template === undefined ? "" : ` TEMPLATE ${escapeIdentifier(template)} STRATEGY FILE_COPY`;
  const statement = `CREATE DATABASE ${escapeIdentifier(name)}${from}`;
  await withClient(connectionString, (client) => client.query(statement)).catch((error: unknown) => {
    if (!(error instanceof DatabaseError && error.code === DUPLICATE_DATABASE)) throw error;
  });
}
