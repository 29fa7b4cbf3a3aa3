import { localDate, localMidnight } from "../kernel/time.ts";
import { type MailBars, sharesOf } from "../outbox/mail/mail-layout.ts";
import type { Period } from "./report-periods.ts";

/** The number of bars that fit beside a sensor's name on a telephone. */
const BARS_MAX = 14;

/** Fewer values, each the average of its neighbours; null where none of them is known. */
function condensed(values: readonly (number | null)[]): (number | null)[] {
  const together = Math.ceil(values.length / BARS_MAX) || 1;
  return Array.from({ length: Math.ceil(values.length / together) }, (_, index) => {
    const known = values.slice(index * together, (index + 1) * together).filter((value) => value !== null);
    return known.length === 0 ? null : known.reduce((sum, value) => sum + value / known.length, 0);
  });
}

/**
 * A small picture of a series of averages. Empty where there is nothing to compare: fewer than two known values. `range` is
 * that of the readings themselves: averages that differ by little of it look alike.
 */
export function barsOf(values: readonly (number | null)[], range: number): MailBars {
  const bars = condensed(values);
  return bars.filter((value) => value !== null).length < 2 ? [] : sharesOf(bars, range / 2);
}

/** The first moment of each local day of a period that begins and ends at midnight, epoch milliseconds. */
export function dayStarts({ fromMs, toMs }: Period, zone: string): number[] {
  const { year, month, day } = localDate(zone, fromMs);
  const starts: number[] = [];
  for (let after = 0; ; after += 1) {
    const startMs = localMidnight(zone, { year, month, day: day + after });
    if (startMs >= toMs) return starts;
    starts.push(startMs);
  }
}
