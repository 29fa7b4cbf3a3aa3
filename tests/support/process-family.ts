import { execFileSync } from "node:child_process";
import { markOf, type ProcessMark } from "./running-process.ts";

/** Returns the direct children of a process; empty on Windows, which can't list them. */
export function childrenOf(pid: number): ProcessMark[] {
  if (process.platform === "win32") return [];
  const rows = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" }).trim().split("\n");
  return rows.flatMap((row) => {
    const [own = 0, parent] = row.trim().split(/\s+/).map(Number);
    return parent === pid ? (markOf(own) ?? []) : [];
  });
}

/** Returns all descendants of a process. */
export const descendantsOf = (pid: number): ProcessMark[] =>
  childrenOf(pid).flatMap((child) => [child, ...descendantsOf(child.pid)]);
