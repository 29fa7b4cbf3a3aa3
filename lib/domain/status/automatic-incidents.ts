import { LIMITS } from "../../../schema/limits.ts";
import type { StatusComponent, StatusImpact } from "../../../schema/vocabulary.ts";

/** A tick that ended, or was given up by a run that died. */
export type EndedTick = { job: string; isOk: boolean; endedAt: Date };

/** The newest incident of a subject. */
export type AutomaticIncident = { id: string; subject: string; openedAt: Date; closedAt: Date | null };

/** `ticks` are the last ones of each job, newest first; `lastTriedAt` is when the clock's job last began. */
export type AutomaticFacts = {
  lastTriedAt: Date | null;
  ticks: EndedTick[];
  incidents: AutomaticIncident[];
};

export type IncidentPlan = {
  subject: string;
  title: string;
  impact: StatusImpact;
  components: StatusComponent[];
};
export type IncidentChange = { kind: "open"; plan: IncidentPlan } | { kind: "close"; id: string };

const CLOCK = "clock";
const CLOCK_JOB = "collect-history";

/** What the public is told: never the reason, which is the operators'. */
const PLANS: Record<string, Omit<IncidentPlan, "subject">> = {
  [CLOCK]: {
    title: "Feeds are not polled, and silent devices are not noticed",
    impact: "down",
    components: ["polling", "alerts"],
  },
  "job/collect-history": {
    title: "Polling feeds and judging silence fails",
    impact: "degraded",
    components: ["polling", "alerts"],
  },
  "job/dispatch": {
    title: "Sending messages fails",
    impact: "degraded",
    components: ["email", "sms", "push"],
  },
  "job/maintenance": { title: "Housekeeping and reports fail", impact: "degraded", components: [] },
  "job/weekly-digest": { title: "The weekly digest fails", impact: "degraded", components: [] },
};

const planOf = (subject: string): IncidentPlan => ({
  subject,
  ...(PLANS[subject] ?? { title: "A part of the service fails", impact: "degraded", components: [] }),
});

/** Which incidents begin and end now. What happened before the last change of an incident no longer counts. */
export function judgeAutomaticIncidents(facts: AutomaticFacts, now: Date): IncidentChange[] {
  const jobs = [...new Set(facts.ticks.map(({ job }) => job))];
  return [
    ...judge(facts, {
      subject: CLOCK,
      job: CLOCK_JOB,
      isBroken: (since) => isClockSilent(facts, since, now),
    }),
    ...jobs.flatMap((job) =>
      judge(facts, {
        subject: `job/${job}`,
        job,
        isBroken: (since) => isRow(ticksAfter(facts, job, since), LIMITS.statusFailedTicks, false),
      }),
    ),
  ];
}

type Case = { subject: string; job: string; isBroken: (since: Date | null) => boolean };

function judge(facts: AutomaticFacts, { subject, job, isBroken }: Case): IncidentChange[] {
  const last = facts.incidents.find((incident) => incident.subject === subject);
  if (last !== undefined && last.closedAt === null) {
    const after = ticksAfter(facts, job, last.openedAt);
    return isRow(after, LIMITS.statusRecoveredTicks, true) ? [{ kind: "close", id: last.id }] : [];
  }
  return isBroken(last?.closedAt ?? null) ? [{ kind: "open", plan: planOf(subject) }] : [];
}

const ticksAfter = ({ ticks }: AutomaticFacts, job: string, since: Date | null): EndedTick[] =>
  ticks.filter((tick) => tick.job === job && (since === null || tick.endedAt > since));

const isRow = (ticks: EndedTick[], count: number, isOk: boolean): boolean =>
  ticks.length >= count && ticks.slice(0, count).every((tick) => tick.isOk === isOk);

/** A ledger without a run is a clock that was never set up. */
function isClockSilent({ lastTriedAt }: AutomaticFacts, since: Date | null, now: Date): boolean {
  if (lastTriedAt === null) return false;
  const fromMs = Math.max(lastTriedAt.getTime(), since?.getTime() ?? 0);
  return now.getTime() - fromMs > LIMITS.clockSilentMinutes * 60_000;
}
