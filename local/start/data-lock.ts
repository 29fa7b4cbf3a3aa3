import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { messageOf } from "../../lib/domain/error-text.ts";
import { isRunning, markOf, type ProcessMark } from "../processes/running-process.ts";
import { StartError, systemErrorCode } from "./start-error.ts";

/** A start whose terminal was closed a moment ago is still stopping: give it this long. */
const WAIT_MS_MAX = 2_500;
const WAIT_POLL_MS = 100;

/** One start a data folder. The holder's mark makes a lock left by a kill -9 worthless. */
export async function lockDataFolder(dataDir: string): Promise<() => Promise<void>> {
  await mkdir(dataDir, { recursive: true }).catch((error: unknown) => {
    throw new StartError(`The data folder ${dataDir} cannot be made: ${messageOf(error)}.`);
  });
  const file = path.join(dataDir, "start.lock");
  const deadline = Date.now() + WAIT_MS_MAX;
  while (!(await takeLock(file))) {
    const holder = await holderOf(file);
    if (holder === undefined) await rm(file, { force: true });
    else if (Date.now() > deadline)
      throw new StartError(
        `Hearthwatch already runs on ${dataDir} (process ${holder.pid}); stop it first or set DATA_DIR to another folder.`,
      );
    else await sleep(WAIT_POLL_MS);
  }
  return () => rm(file, { force: true });
}

/** link(2) fails when the name is taken and shows the file only when it is whole. */
async function takeLock(file: string): Promise<boolean> {
  const own = `${file}.${process.pid}`;
  await writeFile(own, JSON.stringify(markOf(process.pid))).catch((error: unknown) => {
    throw new StartError(`The data folder cannot be written: ${messageOf(error)}.`);
  });
  try {
    await link(own, file);
    return true;
  } catch (error) {
    if (systemErrorCode(error) === "EEXIST") return false;
    throw error;
  } finally {
    await rm(own, { force: true });
  }
}

async function holderOf(file: string): Promise<ProcessMark | undefined> {
  const text = await readFile(file, "utf8").catch(() => "null");
  const mark: ProcessMark | null = JSON.parse(text);
  return mark !== null && isRunning(mark) ? mark : undefined;
}
