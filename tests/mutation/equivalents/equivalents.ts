import type { Mutant } from "../mutants.ts";
import { ALERTS } from "./alerts.ts";
import { BESIDE_FOLDERS } from "./beside-folders.ts";
import { DERIVED } from "./derived.ts";
import type { Equivalent } from "./equivalent.ts";
import { FEEDS } from "./feeds.ts";
import { HISTORY } from "./history.ts";
import { HOME_PAGE } from "./home-page.ts";
import { INGEST } from "./ingest.ts";
import { LINKS } from "./links.ts";
import { MOOD } from "./mood.ts";
import { OUTGOING } from "./outgoing.ts";
import { PLACEMENT } from "./placement.ts";
import { RULES } from "./rules.ts";
import { TIME_TO_FREEZE } from "./time-to-freeze.ts";

/** A file for each folder of `lib/domain` that has any. */
export const EQUIVALENTS: Equivalent[] = [
  ...ALERTS,
  ...BESIDE_FOLDERS,
  ...DERIVED,
  ...FEEDS,
  ...HISTORY,
  ...INGEST,
  ...HOME_PAGE,
  ...LINKS,
  ...MOOD,
  ...OUTGOING,
  ...PLACEMENT,
  ...RULES,
  ...TIME_TO_FREEZE,
];

const KNOWN = new Map<string, Equivalent[]>();
for (const each of EQUIVALENTS) KNOWN.set(keyOf(each), [...(KNOWN.get(keyOf(each)) ?? []), each]);

export const isEquivalent = (mutant: Mutant): boolean =>
  (KNOWN.get(keyOf(mutant)) ?? []).some(({ on }) => on === undefined || on === mutant.lineText);

function keyOf({ file, was, is }: Pick<Mutant, "file" | "was" | "is">): string {
  return JSON.stringify([file, was, is]);
}
