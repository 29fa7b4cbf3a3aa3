import { LIMITS } from "../../../schema/limits.ts";
import {
  STATUS_COMPONENTS,
  STATUS_LEVELS,
  type StatusComponent,
  type StatusLevel,
} from "../../../schema/vocabulary.ts";

/** What is broken or was lately; `subject` as the operators know it. */
export type KnownIncident = { subject: string; openedAt: Date; closedAt: Date | null };

/** Of the last hour; `waiting` were tried at least once and have not gone out. */
export type ChannelTraffic = { channel: "email" | "sms" | "push"; sent: number; waiting: number };

/** `lastTick`: when the clock's job last ended well; null where it never ran. */
export type StatusFacts = { lastTick: Date | null; incidents: KnownIncident[]; traffic: ChannelTraffic[] };

export type ShownComponent = { name: StatusComponent; status: StatusLevel };
export type ShownIncident = { id: string; title: string; opened_at: string; closed_at: string | null };
export type ShownStatus = {
  status: StatusLevel;
  components: ShownComponent[];
  incidents: ShownIncident[];
  checked_at: string;
};

/** Of the facts it took a database to read: who can read them knows that it answers. */
export function judgeStatus(facts: StatusFacts, now: Date): ShownStatus {
  const components = STATUS_COMPONENTS.map((name) => ({ name, status: levelOf(name, facts, now) }));
  return {
    status: worst(components.map(({ status }) => status)),
    components,
    incidents: facts.incidents.map(shownIncident),
    checked_at: now.toISOString(),
  };
}

/** An unhandled incident degrades what it touches; a silent clock stops it. */
const TOUCHES: Record<string, readonly StatusComponent[]> = {
  clock: ["polling", "alerts"],
  "job/collect-history": ["polling", "alerts"],
  "job/dispatch": ["email", "sms", "push"],
};

function levelOf(name: StatusComponent, facts: StatusFacts, now: Date): StatusLevel {
  const isTouched = facts.incidents.some(
    ({ subject, closedAt }) => closedAt === null && TOUCHES[subject]?.includes(name),
  );
  const byIncident: StatusLevel = isTouched ? "degraded" : "ok";
  switch (name) {
    case "ingest":
    case "database":
      return byIncident;
    case "polling":
    case "alerts":
      return isClockSilent(facts, now) ? "down" : byIncident;
    case "email":
    case "sms":
    case "push":
      return worst([byIncident, ofTraffic(facts.traffic.find(({ channel }) => channel === name))]);
    default:
      return name satisfies never;
  }
}

const isClockSilent = ({ lastTick }: StatusFacts, now: Date): boolean =>
  lastTick !== null && now.getTime() - lastTick.getTime() > LIMITS.clockSilentMinutes * 60_000;

/** A few messages that wait say more of their addresses than of the channel. */
function ofTraffic(traffic: ChannelTraffic | undefined): StatusLevel {
  if (traffic === undefined || traffic.waiting < LIMITS.statusWaitingMin) return "ok";
  if (traffic.sent === 0) return "down";
  return traffic.waiting > traffic.sent ? "degraded" : "ok";
}

const worst = (levels: readonly StatusLevel[]): StatusLevel =>
  STATUS_LEVELS[Math.max(0, ...levels.map((level) => STATUS_LEVELS.indexOf(level)))] ?? "ok";

/** What the public is told: never the reason, which is the operators'. */
const TITLES: Record<string, string> = {
  clock: "Feeds are not polled, and silent devices are not noticed",
  "job/collect-history": "Polling feeds and judging silence fails",
  "job/dispatch": "Sending messages fails",
  "job/maintenance": "Housekeeping and reports fail",
  "job/weekly-digest": "The weekly digest fails",
};

const shownIncident = ({ subject, openedAt, closedAt }: KnownIncident): ShownIncident => ({
  id: `${subject}/${openedAt.toISOString()}`,
  title: TITLES[subject] ?? "A part of the service fails",
  opened_at: openedAt.toISOString(),
  closed_at: closedAt?.toISOString() ?? null,
});
