import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { messageOf } from "../../lib/kernel/text.ts";
import { StartError } from "./start-error.ts";

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
 * since Node has no call for locks; nothing is ever written to its file.
 */
export async function lockDataFolder(
  dataDir: string,
  waitMs: number = WAIT_MS_MAX,
): Promise<() => Promise<void>> {
  await makeFolder(path.resolve(dataDir)).catch((error: unknown) => {
    throw new StartError(`The data folder ${dataDir} cannot be made: ${messageOf(error)}.`);
  });
  const holderFile = path.join(dataDir, "data.lock.json");
  const deadline = Date.now() + waitMs;
  for (;;) {
    const lock = takeLock(path.join(dataDir, "data.lock"));
    if (lock !== null) {
      await writeFile(holderFile, JSON.stringify({ pid: process.pid }));
      held.add(lock);
      return async () => {
        held.delete(lock);
        lock.close();
      };
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
    const lock = takeLock(path.join(dataDir, "data.lock"));
    if (lock === null) return null;
    held.add(lock);
    return () => {
      held.delete(lock);
      lock.close();
    };
  } catch (error) {
    if (error instanceof Error && codeOf(error.cause) === SQLITE_READONLY) return () => undefined;
    throw error;
  }
}

/**
 * With the folders above it, one after the other: where the system makes none, as below /proc, Node's own
 * recursion would never end.
 */
async function makeFolder(folder: string): Promise<void> {
  if (existsSync(folder)) return;
  const parent = path.dirname(folder);
  if (parent !== folder) await makeFolder(parent);
  await mkdir(folder).catch((error: unknown) => {
    // Another start has made it meanwhile.
    if (!existsSync(folder)) throw error;
  });
}

/** Null where another process holds it. */
function takeLock(file: string): DatabaseSync | null {
  let lock: DatabaseSync | null = null;
  try {
    lock = new DatabaseSync(file, { timeout: 0 });
    lock.exec("begin exclusive");
    return lock;
  } catch (error) {
    lock?.close();
    if (codeOf(error) === SQLITE_BUSY) return null;
    throw new StartError(`The data folder cannot be written: ${messageOf(error)}.`, { cause: error });
  }
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
