import type { Counts, TimedJob } from "../../domain/cron/jobs.ts";
import type { ReportKind } from "../../domain/cron/report-periods.ts";
import { utcDayOf } from "../../domain/history/utc-day.ts";
import { DAY_MS } from "../../domain/time.ts";
import { ensureDaysAhead } from "../../store/history/hot-days.ts";
import { dropExpired } from "../history/drop-expired.ts";
import { type HistoryPorts, rollUp } from "../history/roll-up.ts";
import { sealDays } from "../history/seal-days.ts";
import { sealMonths } from "../history/seal-months.ts";
import { type LetterPorts, sendLetters } from "../outgoing/send-letters.ts";
import { type BalancePorts, warnOfBalance } from "../outgoing/warn-of-balance.ts";
import { countCities } from "./count-cities.ts";
import { type HousekeepingPorts, keepHouse } from "./housekeeping.ts";
import { inTurn } from "./in-turn.ts";
import { keepBatteries } from "./keep-batteries.ts";
import { catchUp, type RunPorts } from "./run-ticks.ts";
import { type ReportPorts, sendReports } from "./send-reports.ts";

export type MaintenancePorts = RunPorts &
  HousekeepingPorts &
  HistoryPorts &
  LetterPorts &
  ReportPorts &
  BalancePorts;

/** What an hour is for. */
export const maintenance = (ports: MaintenancePorts, tick: Date): Promise<Counts> =>
  inTurn({
    // First: it takes no time, and a post of tomorrow should not have to wait for it.
    "days ahead": async () => {
      await ensureDaysAhead(ports.db, ports.clock());
      return {};
    },
    housekeeping: () => keepHouse(ports),
    // The order matters: what is sealed has been rolled up, what is dropped has been sealed.
    "roll-up": async () => named("rolled_up", await rollUp(ports)),
    sealing: async () => named("sealed", await sealDays(ports)),
    // Behind the days: a month is sealed when all of its days are.
    "sealing months": async () => named("sealed_months", await sealMonths(ports)),
    dropping: async () => named("dropped", await dropExpired(ports)),
    // Before the reports, which tell how long a battery lasts.
    batteries: () => keepBatteries(ports),
    letters: () => sendLetters(ports),
    "text messages' money": async () => ({ balance_warnings: await warnOfBalance(ports) }),
    // After the tiers, which hold the lowest temperatures of the day that is over.
    "city aggregates": () => countCities(ports, utcDayOf(tick.getTime() - DAY_MS)),
    // The week's has a trigger of its own; here it is made good where that one was missed.
    "weekly digest": () => owedReports(ports, "weekly-digest", "weekly"),
    "monthly report": () => owedReports(ports, "monthly-report", "monthly"),
    "quarterly report": () => owedReports(ports, "quarterly-report", "quarterly"),
  });

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
