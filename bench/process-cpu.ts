import { readFileSync } from "node:fs";
import { childrenOf } from "../local/processes/child-processes.ts";

/** Linux reports in ticks of USER_HZ, which is 100 on every architecture that Node runs on. */
const MICROSECONDS_PER_TICK = 10_000;
const USER_TICKS_FIELD = 11;

/** CPU time of one process in microseconds, user and system. */
export const cpuOf = (pid: number): number => ticks(pid, 2) * MICROSECONDS_PER_TICK;

/** CPU time of a process, its living children and those that have ended and been reaped. */
export function cpuOfFamily(pid: number): number {
  const living = childrenOf(pid).reduce((sum, child) => sum + cpuOfLiving(child.pid), 0);
  return ticks(pid, 4) * MICROSECONDS_PER_TICK + living;
}

/** CPU time of a process and of those of its children that have ended and been reaped; 0 where it is gone. */
export function cpuWithReaped(pid: number): number {
  try {
    return ticks(pid, 4) * MICROSECONDS_PER_TICK;
  } catch {
    return 0;
  }
}

/** A child may end between being listed and being read; its time then stands with its parent's. */
function cpuOfLiving(pid: number): number {
  try {
    return cpuOf(pid);
  } catch {
    return 0;
  }
}

/**
 * utime, stime, cutime, cstime follow each other; the first `count` of them. The name before may hold
 * anything.
 */
function ticks(pid: number, count: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return fields
    .slice(USER_TICKS_FIELD, USER_TICKS_FIELD + count)
    .reduce((sum, field) => sum + Number(field), 0);
}
