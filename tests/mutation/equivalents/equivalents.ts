import type { Mutant } from "../mutants.ts";
import { ALERTS } from "./alerts.ts";
import { BUDGET } from "./budget.ts";
import { DEVICES } from "./devices.ts";
import type { Equivalent } from "./equivalent.ts";
import { FEEDS } from "./feeds.ts";
import { HISTORY } from "./history.ts";
import { KERNEL } from "./kernel.ts";
import { MESSAGES } from "./messages.ts";
import { PUCKS } from "./pucks.ts";
import { READINGS } from "./readings.ts";
import { SHARING } from "./sharing.ts";

/** A file for each subject of `lib` that has any. */
export const EQUIVALENTS: Equivalent[] = [
  ...ALERTS,
  ...BUDGET,
  ...DEVICES,
  ...FEEDS,
  ...HISTORY,
  ...KERNEL,
  ...MESSAGES,
  ...PUCKS,
  ...READINGS,
  ...SHARING,
];

const KNOWN = new Map<string, Equivalent[]>();
for (const each of EQUIVALENTS) KNOWN.set(keyOf(each), [...(KNOWN.get(keyOf(each)) ?? []), each]);

export const isEquivalent = (mutant: Mutant): boolean =>
  (KNOWN.get(keyOf(mutant)) ?? []).some(({ on }) => on === undefined || on === mutant.lineText);

function keyOf({ file, was, is }: Pick<Mutant, "file" | "was" | "is">): string {
  return JSON.stringify([file, was, is]);
}
