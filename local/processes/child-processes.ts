import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { isRunning, markOf, type ProcessMark, parentOf, signal, waitForExit } from "./running-process.ts";

const STOP_MS_MAX = 5_000;

/** The direct children of a process; empty on Windows, which tells nobody. */
export function childrenOf(pid: number): ProcessMark[] {
  return processTable()
    .filter((row) => row.parent === pid)
    .flatMap((row) => markOf(row.pid) ?? []);
}

/** Writes down a process of ours, so that the next start can stop it if we are killed outright. */
export async function recordProcess(file: string, mark: ProcessMark | undefined): Promise<void> {
  if (mark !== undefined) await writeFile(file, JSON.stringify(mark));
}

/** Stops the process that a killed start wrote down and left behind, if it still runs. */
export async function stopRecorded(file: string): Promise<void> {
  const text = await readFile(file, "utf8").catch(() => "null");
  const mark = parseMark(text);
  if (mark !== undefined && isRunning(mark)) await endProcess(mark);
  await rm(file, { force: true });
}

export async function endProcess(mark: ProcessMark): Promise<void> {
  signal(mark.pid, "SIGTERM");
  if (await waitForExit(mark, STOP_MS_MAX)) return;
  signal(mark.pid, "SIGKILL");
  await waitForExit(mark, STOP_MS_MAX);
}

/** Undefined for a file cut short by the kill. */
function parseMark(text: string): ProcessMark | undefined {
  try {
    const mark: ProcessMark | null = JSON.parse(text);
    return mark ?? undefined;
  } catch {
    return undefined;
  }
}

function processTable(): { pid: number; parent: number | undefined }[] {
  if (process.platform === "win32") return [];
  if (process.platform === "linux")
    return readdirSync("/proc")
      .map(Number)
      .filter((pid) => pid > 0)
      .map((pid) => ({ pid, parent: parentOf(pid) }));
  const rows = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" }).trim().split("\n");
  return rows.map((row) => {
    const [pid = 0, parent] = row.trim().split(/\s+/).map(Number);
    return { pid, parent };
  });
}
