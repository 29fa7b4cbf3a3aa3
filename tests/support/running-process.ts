import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** A process, told apart from a later one with the same id. */
export interface ProcessMark {
  pid: number;
  startedAt: string;
}

export function markOf(pid: number): ProcessMark | undefined {
  if (process.platform === "linux") return linuxMark(pid);
  if (!answersSignals(pid)) return undefined;
  return { pid, startedAt: process.platform === "win32" ? "unknown" : listed(pid, "lstart") };
}

export function isRunning(mark: ProcessMark): boolean {
  return markOf(mark.pid)?.startedAt === mark.startedAt;
}

/** Returns the command line of a process; empty if it can't be read. */
export function commandLineOf(pid: number): string {
  if (process.platform === "win32") return "";
  if (process.platform !== "linux") return listed(pid, "args");
  return procFile(pid, "cmdline")?.replaceAll("\0", " ").trim() ?? "";
}

/** Sends a signal; a process that has just gone is not an error. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

function linuxMark(pid: number): ProcessMark | undefined {
  const fields = statFields(pid);
  const [state, startTicks] = [fields?.[0], fields?.[19]];
  // A zombie has ended. If nobody reaps orphans (a container without init), it stays listed forever.
  if (fields === undefined || state === "Z" || state === "X") return undefined;
  const bootId = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  return { pid, startedAt: `${bootId}:${startTicks}` };
}

/** Returns state, ppid, … starttime: the fields after the name in parentheses, which may hold anything. */
function statFields(pid: number): string[] | undefined {
  const stat = procFile(pid, "stat");
  return stat?.slice(stat.lastIndexOf(")") + 2).split(" ");
}

function procFile(pid: number, name: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "utf8");
  } catch {
    // Linux has no such file if there is no such process.
    return undefined;
  }
}

function answersSignals(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM means that it lives and belongs to another user.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

function listed(pid: number, column: "lstart" | "args"): string {
  try {
    return execFileSync("ps", ["-p", String(pid), "-o", `${column}=`], { encoding: "utf8" }).trim();
  } catch {
    // ps exits with 1 if there is no such process.
    return "";
  }
}
