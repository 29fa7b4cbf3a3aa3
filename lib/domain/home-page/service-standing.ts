export type ServiceStanding = "well" | "late" | "trouble";

/** The clock runs every quarter of an hour: this long without it alerts that need a clock are late. */
const LATE_MS = 30 * 60_000;

/** What the status page says of the service itself. */
export function serviceStanding(
  { lastRunAt, openIncidents }: { lastRunAt: Date | null; openIncidents: number },
  now: Date,
): ServiceStanding {
  if (openIncidents > 0) return "trouble";
  return lastRunAt === null || now.getTime() - lastRunAt.getTime() > LATE_MS ? "late" : "well";
}
