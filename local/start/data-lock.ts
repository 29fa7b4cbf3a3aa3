import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { messageOf } from "../../lib/kernel/text.ts";
import { StartError } from "./project.ts";

/** How long to wait for a start that is still stopping, such as one whose terminal was just closed. */
const WAIT_MS_MAX = 2_500;
const WAIT_POLL_MS = 100;

/** SQLite's codes for a lock that somebody else holds, and for a disk that can't be written to. */
const SQLITE_BUSY = 5;
const SQLITE_READONLY = 8;

/** References all locks: an unreferenced one would be garbage collected, and so released. */
const held = new Set<DatabaseSync>();

/**
 * Allows one start for each data folder; returns a function that releases the lock. It is the operating system's own
 * lock on an open file: it ends with the process, however that ends, so nobody has to check whether a holder still
 * lives. SQLite takes it, because Node has no call for locks; nothing is ever written to its file.
 */
export async function lockDataFolder(dataDir: string, waitMs: number = WAIT_MS_MAX) {
  await mkdir(dataDir, { recursive: true }).catch((error: unknown) => {
    throw new StartError(`The data folder ${dataDir} cannot be made: ${messageOf(error)}.`);
  });
  const holderFile = path.join(dataDir, "data.lock.json");
  const deadline = Date.now() + waitMs;
  for (;;) {
    const release = takeLock(dataDir);
    if (release !== null) {
      await writeFile(holderFile, JSON.stringify({ pid: process.pid })).catch((error: unknown) => {
        release();
        throw new StartError(`The data folder cannot be written: ${messageOf(error)}.`);
      });
      return async () => release();
    }
    if (Date.now() > deadline) throw await alreadyRuns(dataDir, holderFile);
    await sleep(WAIT_POLL_MS);
  }
}

/**
 * Keeps others from starting on a folder, without waiting for one that runs on it; then it returns null. Nobody can
 * start on a disk that can't be written to, so there it locks nothing.
 */
export function keepOthersOut(dataDir: string): (() => void) | null {
  try {
    return takeLock(dataDir);
  } catch (error) {
    if (error instanceof Error && codeOf(error.cause) === SQLITE_READONLY) return () => undefined;
    throw error;
  }
}

/** Returns a function that releases the lock, or null if another process holds it. */
function takeLock(dataDir: string): (() => void) | null {
  const file = path.join(dataDir, "data.lock");
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(file, { timeout: 0 });
    lock.exec("begin exclusive");
  } catch (error) {
    lock?.close();
    if (codeOf(error) === SQLITE_BUSY) return null;
    throw new StartError(`${file} cannot be locked: ${messageOf(error)}.`, { cause: error });
  }
  const taken = lock;
  held.add(taken);
  return () => {
    held.delete(taken);
    taken.close();
  };
}

const codeOf = (error: unknown): unknown =>
  error instanceof Error && "errcode" in error ? error.errcode : undefined;

/** Names the process for people who want to stop it. The lock doesn't depend on it. */
async function alreadyRuns(dataDir: string, holderFile: string): Promise<StartError> {
  const text = await readFile(holderFile, "utf8").catch(() => "");
  const pid = /^\{"pid":(\d+)\}$/.exec(text)?.[1];
  const holder = pid === undefined ? "" : ` (process ${pid})`;
  return new StartError(
    `Hearthwatch already runs on ${dataDir}${holder}; stop it first or set DATA_DIR to another folder.`,
  );
}
