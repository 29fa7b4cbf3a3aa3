import { readFileSync } from "node:fs";
import { childrenOf } from "../tests/support/process-family.ts";
import { commandLineOf } from "../tests/support/running-process.ts";

/** Linux reports in ticks of USER_HZ, which is 100 on every architecture that Node runs on. */
const MICROSECONDS_PER_TICK = 10_000;
const USER_TICKS_FIELD = 11;

const KILOBYTES_PER_MB = 1_024;
const NAME_CHARACTERS_MAX = 48;

const LOOKED_AT_EVERY_MS = 20;
const TURN_MS = 10;

/** Returns the CPU time of one process in microseconds, user and system. */
export const cpuOf = (pid: number): number => ticks(pid, 2) * MICROSECONDS_PER_TICK;

/** Returns the CPU microseconds of a process, of its living children, and of those that have ended and been reaped. */
export function cpuOfFamily(pid: number): number {
  const living = childrenOf(pid).reduce((sum, child) => sum + cpuOfLiving(child.pid), 0);
  return ticks(pid, 4) * MICROSECONDS_PER_TICK + living;
}

/** Returns the CPU microseconds of a process and of its ended and reaped children; 0 if the process is gone. */
export function cpuWithReaped(pid: number): number {
  try {
    return ticks(pid, 4) * MICROSECONDS_PER_TICK;
  } catch {
    return 0;
  }
}

/** A child may end between being listed and being read. Its time then counts as its parent's. */
function cpuOfLiving(pid: number): number {
  try {
    return cpuOf(pid);
  } catch {
    return 0;
  }
}

/**
 * Sums the first `count` of utime, stime, cutime and cstime. Looks for the last ")", since the name before it may
 * contain anything.
 */
function ticks(pid: number, count: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return fields
    .slice(USER_TICKS_FIELD, USER_TICKS_FIELD + count)
    .reduce((sum, field) => sum + Number(field), 0);
}

type Resident = { pid: number; name: string; mb: number };

/** Returns the PSS (proportional share of memory) of a process and all its descendants. Linux only. */
export function pssOfTree(pid: number): Resident[] {
  return treeOf(pid).flatMap((each) => {
    const rollup = readOrGone(`/proc/${each}/smaps_rollup`);
    const kilobytes = /^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1];
    if (kilobytes === undefined) return [];
    const name = commandLineOf(each).split("/").at(-1)?.slice(0, NAME_CHARACTERS_MAX) ?? "";
    return [{ pid: each, name, mb: Number(kilobytes) / KILOBYTES_PER_MB }];
  });
}

/** Returns the CPU microseconds of a process and all its descendants, including ended and reaped ones. */
export const cpuOfTree = (pid: number): number =>
  treeOf(pid).reduce((sum, each) => sum + cpuWithReaped(each), 0);

const treeOf = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap((child) => treeOf(child.pid))];

function readOrGone(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    // The process has ended meanwhile.
    return "";
  }
}

/** Watches the largest heap of this process in bytes, including garbage that isn't collected yet. */
export function watchHeap(): { stop(): number } {
  let most = process.memoryUsage().heapUsed;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().heapUsed);
  }, LOOKED_AT_EVERY_MS);
  return {
    stop: () => {
      clearInterval(timer);
      return most;
    },
  };
}

/** Watches the longest turn of this thread in CPU milliseconds. During a turn, nothing else can run. */
export function watchTurns(): { stop(): number } {
  let [most, before] = [0, threadMs()];
  const timer = setInterval(() => {
    const now = threadMs();
    [most, before] = [Math.max(most, now - before), now];
  }, TURN_MS);
  return {
    stop: () => {
      clearInterval(timer);
      return Math.max(most, threadMs() - before);
    },
  };
}

function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
