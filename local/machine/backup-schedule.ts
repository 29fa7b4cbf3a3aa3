import { mkdir, readdir, rm } from "node:fs/promises";
import path from "node:path";
import type { WatchServices } from "../../lib/kernel/services.actions.ts";
import { messageOf } from "../../lib/kernel/text.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../lib/kernel/time.ts";
import { FAULTS } from "../../lib/language/languages.ts";
import { closeTrouble, openTrouble } from "../../lib/messages/operators.actions.ts";
import type { MadeBackup } from "../../lib/status/judge-status.ts";
import type { Language } from "../../schema/vocabulary.ts";
import { backUp, PARTIAL } from "../backup/back-up.ts";
import { failureOf } from "../backup/failure.ts";
import { bytesOf, readManifest } from "../backup/manifest.ts";
import type { StartSettings } from "../start/settings.ts";
import { repeat } from "./clock.ts";

const EVERY_MS = DAY_MS;
const LOOK_MS = 10 * MINUTE_MS;
/** The wait after a failed backup. */
const AGAIN_MS = HOUR_MS;
const SUBJECT = "backup";
const TITLE = "The scheduled backup fails";
/** `hearthwatch-2026-11-22T03-15-00Z`: names sort by time. */
const NAME = /^hearthwatch-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;

type BackupSettings = Pick<StartSettings, "dataDir" | "backupDir" | "backupsKept">;

/** Makes a daily backup in BACKUP_DIR, and keeps the newest ones. Returns null if BACKUP_DIR isn't set. */
export async function scheduledBackups({ dataDir, backupDir, backupsKept }: BackupSettings) {
  if (backupDir === undefined) return null;
  let last = await newestBackup(backupDir);
  let failedAt = 0;
  const check = async (services: WatchServices, onLog: (line: string) => void) => {
    const now = services.clock();
    const isDue = last === null || now.getTime() - last.at.getTime() >= EVERY_MS;
    if (!isDue || now.getTime() - failedAt < AGAIN_MS) return;
    try {
      await mkdir(backupDir, { recursive: true, mode: 0o700 });
      await removeCutOff(backupDir);
      const { bytes } = await backUp(dataDir, path.join(backupDir, nameOf(now)), now);
      last = { at: now, bytes };
      await removeOlder(backupDir, backupsKept);
      await closeTrouble(services, SUBJECT);
    } catch (error) {
      failedAt = now.getTime();
      onLog(`${TITLE}: ${messageOf(error)}`);
      // Everybody can read this on the status page, so it avoids names of folders if possible.
      const why = failureOf("backup", error) ?? null;
      const faultIn = (language: Language) =>
        why === null ? FAULTS[language].backupFailsUnsaid() : FAULTS[language].backupFails(why);
      await openTrouble(services, { subject: SUBJECT, faultIn });
    }
  };
  return {
    /** The last complete one. */
    last: () => last,
    start: (services: WatchServices, onLog: (line: string) => void) => {
      const { tick, stop } = repeat(LOOK_MS, () =>
        check(services, onLog).catch((error: unknown) => onLog(`${TITLE}: ${messageOf(error)}`)),
      );
      tick();
      return { stop };
    },
  };
}

const nameOf = (at: Date): string => `hearthwatch-${at.toISOString().slice(0, 19).replaceAll(":", "-")}Z`;

/** An interrupted backup has no manifest, and doesn't count. */
async function newestBackup(folder: string): Promise<MadeBackup | null> {
  const names = await backupsIn(folder);
  for (const name of names.toReversed()) {
    const manifest = await readManifest(path.join(folder, name)).catch(() => null);
    if (manifest !== null) return { at: new Date(manifest.createdAt), bytes: bytesOf(manifest.files) };
  }
  return null;
}

async function backupsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => NAME.test(name)).toSorted();
}

/** Removes what a killed service left of a backup: its name is never used again, so its space would be lost. */
async function removeCutOff(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(PARTIAL));
  for (const name of names.filter((each) => NAME.test(each.slice(0, -PARTIAL.length))))
    await rm(path.join(folder, name), { recursive: true, force: true });
}

/** Call this only after a new one is complete. */
async function removeOlder(folder: string, kept: number): Promise<void> {
  for (const name of (await backupsIn(folder)).slice(0, -kept))
    await rm(path.join(folder, name), { recursive: true, force: true });
}
