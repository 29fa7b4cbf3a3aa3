import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { messageOf } from "../../lib/kernel/text.ts";
import { StartError } from "./project.ts";

/** A start whose terminal was closed a moment ago is still stopping: give it this long. */
const WAIT_MS_MAX = 2_500;
const WAIT_POLL_MS = 100;

/** SQLite's words for a lock that somebody else holds, and for a disk that nobody may write to. */
const SQLITE_BUSY = 5;
const SQLITE_READONLY = 8;

/** A lock that nothing refers to would be collected, and with it given back. */
const held = new Set<DatabaseSync>();

/**
 * One start a data folder. The lock is the operating system's own, on a file that is held open: it ends with
 * the process, however that ends, and nobody has to find out whether a holder still lives. SQLite takes it,
 * since Node has no call for locks; nothing is ever written to its file. Gives what gives it back.
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
      await writeFile(holderFile, JSON.stringify({ pid: process.pid }));
      return async () => release();
    }
    if (Date.now() > deadline) throw await alreadyRuns(dataDir, holderFile);
    await sleep(WAIT_POLL_MS);
  }
}

/**
 * Keeps everybody from starting on a folder for as long as it is held, without waiting for those who run on it: null
 * where somebody does. On a disk that cannot be written to nobody can start, and nothing is held.
 */
export function keepOthersOut(dataDir: string): (() => void) | null {
  try {
    return takeLock(dataDir);
  } catch (error) {
    if (error instanceof Error && codeOf(error.cause) === SQLITE_READONLY) return () => undefined;
    throw error;
  }
}

/** Gives what gives it back; null where another process holds it. */
function takeLock(dataDir: string): (() => void) | null {
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(path.join(dataDir, "data.lock"), { timeout: 0 });
    lock.exec("begin exclusive");
  } catch (error) {
    lock?.close();
    if (codeOf(error) === SQLITE_BUSY) return null;
    throw new StartError(`The data folder cannot be written: ${messageOf(error)}.`, { cause: error });
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

/** Names the process for people who want to stop it; the lock does not depend on it. */
async function alreadyRuns(dataDir: string, holderFile: string): Promise<StartError> {
  const text = await readFile(holderFile, "utf8").catch(() => "");
  const pid = /^\{"pid":(\d+)\}$/.exec(text)?.[1];
  const holder = pid === undefined ? "" : ` (process ${pid})`;
  return new StartError(
    `Hearthwatch already runs on ${dataDir}${holder}; stop it first or set DATA_DIR to another folder.`,
  );
}
