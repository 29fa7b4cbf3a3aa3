import type { AlertKind } from "../../../schema/vocabulary.ts";
import type { Period } from "../cron/report-periods.ts";
import { KIND_WORDS } from "../outgoing/notice/kind-words.ts";
import type { AlertFacts } from "./facts.ts";

/** One line of a report: how often something alerted, and for how long within the period. */
export type AlertTotal = { kind: AlertKind; subject: string; count: number; ms: number; isOpen: boolean };

/** How much of an episode lies within the period; one that is still open lasts to its end. */
export const msWithin = (fromMs: number, toMs: number | null, period: Period): number =>
  Math.max(0, Math.min(toMs ?? period.toMs, period.toMs) - Math.max(fromMs, period.fromMs));

/** Totals by kind and subject, the longest first. */
export function alertTotals(alerts: readonly AlertFacts[], period: Period): AlertTotal[] {
  const totals = new Map<string, AlertTotal>();
  for (const { kind, subject, openedAtMs, closedAtMs } of alerts) {
    const key = JSON.stringify([kind, subject]);
    const total = totals.get(key) ?? { kind, subject, count: 0, ms: 0, isOpen: false };
    totals.set(key, {
      ...total,
      count: total.count + 1,
      ms: total.ms + msWithin(openedAtMs, closedAtMs, period),
      isOpen: total.isOpen || closedAtMs === null,
    });
  }
  return [...totals.values()].toSorted((a, b) => b.ms - a.ms);
}

/** `2 freeze, 1 leak`, the most frequent first. */
export function countsByKind(alerts: readonly AlertFacts[]): string {
  const counts = new Map<AlertKind, number>();
  for (const { kind } of alerts) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return Array.from(counts)
    .toSorted(([, a], [, b]) => b - a)
    .map(([kind, count]) => `${count} ${KIND_WORDS[kind].noun}`)
    .join(", ");
}
