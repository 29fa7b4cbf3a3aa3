import { MINUTE_MS } from "../time.ts";
export type ServiceStanding = "well" | "late" | "trouble";

/** The clock runs every quarter of an hour: this long without it alerts that need a clock are late. */
const LATE_MS = 30 * MINUTE_MS;

/** What the status page says of the service itself. */
export function serviceStanding(
  { lastRunAt, incidents }: { lastRunAt: Date | null; incidents: readonly { closedAt: Date | null }[] },
  now: Date,
): ServiceStanding {
  if (incidents.some(({ closedAt }) => closedAt === null)) return "trouble";
  return lastRunAt === null || now.getTime() - lastRunAt.getTime() > LATE_MS ? "late" : "well";
}
