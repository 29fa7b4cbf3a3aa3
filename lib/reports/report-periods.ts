import type { ReportKind } from "../../schema/vocabulary.ts";
import { localDate, localMidnight } from "../kernel/time.ts";

/** `fromMs` ≤ time < `toMs`, epoch milliseconds, on midnights of the home's zone. */
export type Period = { fromMs: number; toMs: number };

/**
 * What a report of this tick is about: the seven local days, or the calendar month or quarter, that were over
 * last.
 */
export function reportPeriod(kind: ReportKind, tickMs: number, zone: string): Period {
  const { year, month, day } = localDate(zone, tickMs);
  const between = (from: [number, number], to: [number, number]): Period => ({
    fromMs: localMidnight(zone, { year, month: from[0], day: from[1] }),
    toMs: localMidnight(zone, { year, month: to[0], day: to[1] }),
  });
  if (kind === "weekly") return between([month, day - 7], [month, day]);
  const months = kind === "monthly" ? 1 : 3;
  const first = month - ((month - 1) % months);
  return between([first - months, 1], [first, 1]);
}

/** The one before, of the same kind: what a report compares with. */
export const periodBefore = (kind: ReportKind, { fromMs }: Period, zone: string): Period =>
  reportPeriod(kind, fromMs, zone);
