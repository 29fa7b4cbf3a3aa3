import { execFileSync } from "node:child_process";
import { markOf, type ProcessMark } from "./running-process.ts";

/** The direct children of a process; empty on Windows, which tells nobody. */
export function childrenOf(pid: number): ProcessMark[] {
  if (process.platform === "win32") return [];
  const rows = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" }).trim().split("\n");
  return rows.flatMap((row) => {
    const [own = 0, parent] = row.trim().split(/\s+/).map(Number);
    return parent === pid ? (markOf(own) ?? []) : [];
  });
}

/** With theirs, and so on. */
export const descendantsOf = (pid: number): ProcessMark[] =>
  childrenOf(pid).flatMap((child) => [child, ...descendantsOf(child.pid)]);
