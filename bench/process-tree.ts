import { readFileSync } from "node:fs";
import { childrenOf } from "../local/processes/child-processes.ts";
import { commandLineOf } from "../local/processes/running-process.ts";
import { cpuWithReaped } from "./process-cpu.ts";

const KILOBYTES_PER_MB = 1_024;
const NAME_CHARACTERS_MAX = 48;

type Resident = { pid: number; name: string; mb: number };

/** The proportional share of memory of a process and all below it. Linux only. */
export function pssOfTree(pid: number): Resident[] {
  return treeOf(pid).flatMap((each) => {
    const rollup = readOrGone(`/proc/${each}/smaps_rollup`);
    const kilobytes = /^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1];
    if (kilobytes === undefined) return [];
    const name = commandLineOf(each).split("/").at(-1)?.slice(0, NAME_CHARACTERS_MAX) ?? "";
    return [{ pid: each, name, mb: Number(kilobytes) / KILOBYTES_PER_MB }];
  });
}

/** CPU microseconds of a process and all below it, those that have ended and been reaped too. */
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
