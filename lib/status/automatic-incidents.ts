import type { StatusComponent, StatusImpact, StatusNewsKind } from "../../schema/vocabulary.ts";
import type { StatusIncidentItem } from "../../schema/wire/status.ts";
import { definitionOf, type FailureNotice, failureOf, SILENT_CLOCK, type TimedJob } from "../jobs/jobs.ts";
import { MINUTE_MS } from "../kernel/time.ts";
import { STATUS_LIMITS } from "./limits.ts";

/** A tick that ended, or was given up by a run that died. */
type EndedTick = { job: TimedJob; isOk: boolean; endedAt: Date };

/** The newest incident of a subject. */
type AutomaticIncident = { id: string; subject: string; openedAt: Date; closedAt: Date | null };

/** `ticks` are the last ones of each job, newest first; `lastTriedAt` is when the clock's job last began. */
export type AutomaticFacts = {
  lastTriedAt: Date | null;
  ticks: EndedTick[];
  incidents: AutomaticIncident[];
};

type IncidentPlan = { subject: string } & FailureNotice;
export type IncidentChange = { kind: "open"; plan: IncidentPlan } | { kind: "close"; id: string };

const CLOCK_JOB: TimedJob = "collect-history";

const CLOCK_PLAN: IncidentPlan = {
  subject: SILENT_CLOCK,
  title: "Feeds are not polled, and silent devices are not noticed",
  impact: "down",
  components: ["polling", "alerts"],
};

const planOf = (job: TimedJob): IncidentPlan => ({ subject: failureOf(job), ...definitionOf(job).failure });

/**
 * Which incidents begin and end now. What happened before the last change of an incident no longer counts.
 */
export function judgeAutomaticIncidents(facts: AutomaticFacts, now: Date): IncidentChange[] {
  const jobs = [...new Set(facts.ticks.map(({ job }) => job))];
  return [
    ...judge(facts, {
      plan: CLOCK_PLAN,
      job: CLOCK_JOB,
      isBroken: (since) => isClockSilent(facts, since, now),
    }),
    ...jobs.flatMap((job) =>
      judge(facts, {
        plan: planOf(job),
        job,
        isBroken: (since) => isRow(ticksAfter(facts, job, since), STATUS_LIMITS.statusFailedTicks, false),
      }),
    ),
  ];
}

type Case = { plan: IncidentPlan; job: TimedJob; isBroken: (since: Date | null) => boolean };

function judge(facts: AutomaticFacts, { plan, job, isBroken }: Case): IncidentChange[] {
  const last = facts.incidents.find((incident) => incident.subject === plan.subject);
  if (last !== undefined && last.closedAt === null) {
    const after = ticksAfter(facts, job, last.openedAt);
    return isRow(after, STATUS_LIMITS.statusRecoveredTicks, true) ? [{ kind: "close", id: last.id }] : [];
  }
  return isBroken(last?.closedAt ?? null) ? [{ kind: "open", plan }] : [];
}

const ticksAfter = ({ ticks }: AutomaticFacts, job: TimedJob, since: Date | null): EndedTick[] =>
  ticks.filter((tick) => tick.job === job && (since === null || tick.endedAt > since));

const isRow = (ticks: EndedTick[], count: number, isOk: boolean): boolean =>
  ticks.length >= count && ticks.slice(0, count).every((tick) => tick.isOk === isOk);

/** A ledger without a run is a clock that was never set up. */
function isClockSilent({ lastTriedAt }: AutomaticFacts, since: Date | null, now: Date): boolean {
  if (lastTriedAt === null) return false;
  const fromMs = Math.max(lastTriedAt.getTime(), since?.getTime() ?? 0);
  return now.getTime() - fromMs > STATUS_LIMITS.clockSilentMinutes * MINUTE_MS;
}

/** What was said of an incident, at a time. */
export type StatusNews = { kind: StatusNewsKind; text: string; at: Date };

/** A fault as the public sees it; `subject` is null if an operator opened it, `news` are oldest first. */
export type StatusIncident = {
  id: string;
  subject: string | null;
  title: string;
  impact: StatusImpact;
  components: StatusComponent[];
  openedAt: Date;
  closedAt: Date | null;
  news: StatusNews[];
};

export type ShownIncident = StatusIncidentItem;

export const shownIncident = (incident: StatusIncident): ShownIncident => ({
  id: incident.id,
  title: incident.title,
  impact: incident.impact,
  components: incident.components,
  automatic: incident.subject !== null,
  opened_at: incident.openedAt.toISOString(),
  closed_at: incident.closedAt?.toISOString() ?? null,
  updates: incident.news.map(({ kind, text, at }) => ({ kind, text, at: at.toISOString() })),
});
