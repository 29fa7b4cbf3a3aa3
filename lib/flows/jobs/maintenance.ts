import type { Counts } from "../../domain/cron/jobs.ts";
import type { ReportKind } from "../../domain/cron/report-periods.ts";
import type { TimedJob } from "../../domain/cron/timetables.ts";
import { DAY_MS, utcDayOf } from "../../domain/history/utc-day.ts";
import { storeCityAggregates } from "../../store/city-aggregates.ts";
import { dropExpired } from "../history/drop-expired.ts";
import { type HistoryPorts, rollUp } from "../history/roll-up.ts";
import { sealDays } from "../history/seal-days.ts";
import { type HousekeepingPorts, keepHouse } from "./housekeeping.ts";
import { keepBatteries } from "./keep-batteries.ts";
import { catchUp, type RunPorts } from "./run-ticks.ts";
import { type LetterPorts, sendLetters } from "./send-letters.ts";
import { type ReportPorts, sendReports } from "./send-reports.ts";

export type MaintenancePorts = RunPorts & HousekeepingPorts & HistoryPorts & LetterPorts & ReportPorts;

type Part = (ports: MaintenancePorts, tick: Date) => Promise<Counts>;

/** What an hour is for. One part that fails does not keep the others from their work. */
const PARTS: Record<string, Part> = {
  housekeeping: keepHouse,
  // In this order: what is sealed has been rolled up, what is dropped has been sealed.
  "roll-up": async (ports) => named("rolled_up", await rollUp(ports)),
  sealing: async (ports) => named("sealed", await sealDays(ports)),
  dropping: async (ports) => named("dropped", await dropExpired(ports)),
  // Before the reports, which tell how long a battery lasts.
  batteries: keepBatteries,
  letters: sendLetters,
  "city aggregates": async ({ db }, tick) => ({
    city_cells: await storeCityAggregates(db, utcDayOf(tick.getTime() - DAY_MS)),
  }),
  // The week's has a trigger of its own; here it is made good where that one was missed.
  "weekly digest": (ports) => owedReports(ports, "weekly-digest", "weekly"),
  "monthly report": (ports) => owedReports(ports, "monthly-report", "monthly"),
  "quarterly report": (ports) => owedReports(ports, "quarterly-report", "quarterly"),
};

/** @throws Error naming the parts that failed, after all of them have had their turn */
export async function maintenance(ports: MaintenancePorts, tick: Date): Promise<Counts> {
  const counts: Counts = {};
  const failures: string[] = [];
  for (const [name, part] of Object.entries(PARTS)) {
    try {
      Object.assign(counts, await part(ports, tick));
    } catch (error) {
      failures.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  if (failures.length > 0) throw new Error(failures.join("; "));
  return counts;
}

async function owedReports(ports: MaintenancePorts, job: TimedJob, kind: ReportKind): Promise<Counts> {
  const ran = await catchUp(ports, { job, work: (tick) => sendReports(ports, kind, tick) });
  return ran.kind === "ran" ? { [`${kind}_reports`]: ran.counts.mails ?? 0 } : {};
}

/** `{sealed_days: 2}`; whether something was left for the next hour is a count too. */
const named = (prefix: string, counts: Record<string, number | boolean>): Counts =>
  Object.fromEntries(
    Object.entries(counts).map(([name, count]) => [`${prefix}_${snake(name)}`, Number(count)]),
  );

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
