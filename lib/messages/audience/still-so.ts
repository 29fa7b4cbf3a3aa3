import type { Finding } from "../../alerts/finding.ts";
import { comparedIn, differenceIn, valueIn } from "../../alerts/follow.ts";
import type { Evidence, Quantity } from "../../alerts/reason.ts";
import type { DueStep } from "./due-finding.ts";

/** So much beyond a temperature's limit, or warmer than it was, it isn't so any more: less is the rule's hysteresis. */
const BETTER_BY: Quantity = { value: 3, unit: "°F" };

/** What follows is said only of the newest reading: a silent device has none that is newer. */
type Latest = NonNullable<DueStep["latest"]>;

/** The kinds whose evidence is a sensor's reading. */
const READS: readonly Finding["kind"][] = [
  "freeze",
  "humidity",
  "leak",
  "cold_storage",
  "heating_stopped",
  "rule",
];

const isNewer = ({ kind, evidence }: Finding, latest: Latest | null): latest is Latest =>
  latest !== null && evidence !== null && READS.includes(kind) && latest.at > evidence.at;

/** The finding's evidence, or the same of the newest reading. */
export function newestEvidence(finding: Finding, latest: Latest | null): Evidence | null {
  const { evidence } = finding;
  if (evidence === null || !isNewer(finding, latest)) return evidence;
  const value = valueIn(latest, evidence.unit);
  return value === null ? evidence : { ...evidence, value, at: latest.at };
}

/** False if the newest reading says that it has become better: a reminder says only what is so now. */
export function isStillSo({ due: { finding }, latest = null }: DueStep): boolean {
  if (!isNewer(finding, latest)) return true;
  if (finding.kind === "leak") return latest.value !== 0;
  const { evidence, limit } = finding;
  const unit = comparedIn(limit?.unit ?? evidence?.unit ?? null);
  const reference = finding.kind === "heating_stopped" ? evidence : limit;
  if (reference === null) return true;
  const [now, then] = [valueIn(latest, unit), valueIn(reference, unit)];
  if (now === null || then === null || limit?.is === "equals") return true;
  const slack = unit === "°C" ? differenceIn(BETTER_BY, unit) : 0;
  const isTooHigh = limit !== null && ["above", "at_or_above"].includes(limit.is);
  return isTooHigh ? now > then - slack : now < then + slack;
}
