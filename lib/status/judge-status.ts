import { LIMITS } from "../../schema/limits.ts";
import {
  STATUS_COMPONENTS,
  STATUS_LEVELS,
  type StatusComponent,
  type StatusLevel,
} from "../../schema/vocabulary.ts";
import type { SystemStatus } from "../../schema/wire/status.ts";
import { MINUTE_MS } from "../kernel/time.ts";
import { type StatusIncident, shownIncident } from "./incident.ts";

/** Messages of the last hour; `waiting` were tried at least once and have not gone out. */
export type ChannelTraffic = { channel: "email" | "sms" | "push"; sent: number; waiting: number };

/** `lastTick`: when the clock's job last ended well; null where it never ran. */
export type StatusFacts = { lastTick: Date | null; incidents: StatusIncident[]; traffic: ChannelTraffic[] };

export type ShownStatus = SystemStatus;

/** Judges facts that were read from the database: that they could be read proves that it answers. */
export function judgeStatus(facts: StatusFacts, now: Date): ShownStatus {
  const components = STATUS_COMPONENTS.map((name) => ({ name, status: levelOf(name, facts, now) }));
  return {
    status: worst(components.map(({ status }) => status)),
    components,
    incidents: facts.incidents.map(shownIncident),
    checked_at: now.toISOString(),
  };
}

function levelOf(name: StatusComponent, facts: StatusFacts, now: Date): StatusLevel {
  const byIncident = worst(
    facts.incidents
      .filter(({ closedAt, components }) => closedAt === null && components.includes(name))
      .map(({ impact }) => impact),
  );
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
  lastTick !== null && now.getTime() - lastTick.getTime() > LIMITS.clockSilentMinutes * MINUTE_MS;

/** A few messages that wait say more of their addresses than of the channel. */
function ofTraffic(traffic: ChannelTraffic | undefined): StatusLevel {
  if (traffic === undefined || traffic.waiting < LIMITS.statusWaitingMin) return "ok";
  if (traffic.sent === 0) return "down";
  return traffic.waiting > traffic.sent ? "degraded" : "ok";
}

const worst = (levels: readonly StatusLevel[]): StatusLevel =>
  STATUS_LEVELS[Math.max(0, ...levels.map((level) => STATUS_LEVELS.indexOf(level)))] ?? "ok";
