import { localDate, localMidnight } from "../cron/local-days.ts";
import type { Period } from "../cron/report-periods.ts";

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
