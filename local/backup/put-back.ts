import { lstat, mkdir, readdir, rename, rm, rmdir } from "node:fs/promises";
import path from "node:path";
import { newestMigration } from "../postgres/migrate.ts";
import { startPostgres } from "../postgres/start-postgres.ts";
import { StartError, systemErrorCode } from "../start/start-error.ts";
import { copyTree } from "./copy-tree.ts";
import { type BackupCounts, MANIFEST_FILE, type Manifest, readManifest, requireWhole } from "./manifest.ts";
import { countRows } from "./source.ts";

/** Where a backup is put and tried, until it is known to start. */
const TRIAL = ".restoring";

type PutBack = { manifest: Manifest; counts: BackupCounts | null };

/**
 * Puts a backup back into a data folder that is empty or not there: checks that it is whole, copies it beside, starts
 * the copy, counts what it holds, and only then gives it its place.
 * @throws StartError where the folder holds something, the backup is not whole, or its copy does not start
 */
export async function putBack(folder: string, dataDir: string): Promise<PutBack> {
  if ((await entries(dataDir)).length > 0)
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
  const counts = await triedCopy(folder, trial, manifest).catch(async (error: unknown) => {
    await rm(trial, { recursive: true, force: true });
    throw error;
  });
  await rmdir(dataDir).catch((error: unknown) => {
    if (systemErrorCode(error) !== "ENOENT") throw error;
  });
  await rename(trial, dataDir);
  return { manifest, counts };
}

async function triedCopy(folder: string, trial: string, manifest: Manifest): Promise<BackupCounts | null> {
  await copyTree(folder, trial, (file) => file === MANIFEST_FILE);
  const counts = await tryStart(trial);
  requireAll(folder, manifest, counts);
  return counts;
}

async function tryStart(dataDir: string): Promise<BackupCounts | null> {
  const postgres = await startPostgres({ dataDir });
  try {
    return await countRows(postgres.connectionString("postgres"));
  } finally {
    await postgres.stop();
  }
}

/** What was counted before the backup is in it; more may have come while it was copied. */
function requireAll(folder: string, { counts: before }: Manifest, now: BackupCounts | null): void {
  if (before === null) return;
  const isLess =
    now === null ||
    now.devices < before.devices ||
    now.recentReadings < before.recentReadings ||
    (now.lastReadingAt ?? "") < (before.lastReadingAt ?? "");
  if (!isLess) return;
  throw new StartError(
    `${folder} starts, but holds less than its ${MANIFEST_FILE} says: ${wordsOf(now)} instead of ${wordsOf(before)}. Use another backup.`,
  );
}

export const wordsOf = (counts: BackupCounts | null): string =>
  counts === null
    ? "no home"
    : `${counts.devices} devices, ${counts.lastReadingAt === null ? "no readings yet" : `${counts.recentReadings} recent readings, the newest from ${counts.lastReadingAt}`}`;

async function entries(folder: string): Promise<string[]> {
  const found = await lstat(folder).catch(() => null);
  return found === null ? [] : await readdir(folder);
}
