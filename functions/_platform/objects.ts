import type { Objects } from "../../lib/kernel/ports.ts";
import { r2Objects } from "../../lib/kernel/r2-objects.vendor.ts";
import type { Environment } from "./environment.ts";

/** Where files are kept: the machine's disk, or a bucket of R2 on Workers. Null where there is none. */
export function objects({ MACHINE, OBJECTS }: Environment): Objects | null {
  if (MACHINE?.objects !== undefined) return MACHINE.objects;
  return OBJECTS === undefined ? null : r2Objects(OBJECTS);
}
