import { chown, readdir, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Client } from "pg";
import { StartError } from "../start/start-error.ts";
import { copyTree } from "./copy-tree.ts";

/** What a server writes anew when it starts, or what only means something while it runs. */
const OF_THE_RUNNING_SERVER =
  /^(postmaster\.(pid|opts)|pg_(wal|replslot|dynshmem|notify|serial|snapshots|stat_tmp|subtrans)\/.+)$/;

/** Copies the files of a database that runs: they change meanwhile, and the log since the beginning makes them whole. */
export async function copyRunning(client: Client, from: string, to: string): Promise<void> {
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
