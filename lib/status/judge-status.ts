import {
  STATUS_COMPONENTS,
  STATUS_LEVELS,
  type StatusComponent,
  type StatusLevel,
} from "../../schema/vocabulary.ts";
import type { SystemStatus } from "../../schema/wire/status.ts";
import type { FailureNotice } from "../jobs/jobs.ts";
import { MINUTE_MS } from "../kernel/time.ts";
import { type ShownIncident, type StatusIncident, shownIncident } from "./automatic-incidents.ts";
import { STATUS_LIMITS } from "./limits.ts";

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
  lastTick !== null && now.getTime() - lastTick.getTime() > STATUS_LIMITS.clockSilentMinutes * MINUTE_MS;

/** A few messages that wait say more of their addresses than of the channel. */
function ofTraffic(traffic: ChannelTraffic | undefined): StatusLevel {
  if (traffic === undefined || traffic.waiting < STATUS_LIMITS.statusWaitingMin) return "ok";
  if (traffic.sent === 0) return "down";
  return traffic.waiting > traffic.sent ? "degraded" : "ok";
}

const worst = (levels: readonly StatusLevel[]): StatusLevel =>
  STATUS_LEVELS[Math.max(0, ...levels.map((level) => STATUS_LEVELS.indexOf(level)))] ?? "ok";

/** A time in which a dependency answered nothing; `until` is when it answered again. */
export type Outage = { since: Date; until: Date };

/** What nothing can be done of while the database is away. */
export const DATABASE_COMPONENTS: readonly StatusComponent[] = ["ingest", "database", "polling", "alerts"];
export const DATABASE_TITLE = "The database didn't answer";

/**
 * The status while the database does not answer: what needs it is down, and messages wait in it. `since` is the first
 * call of this instance that was not answered; null where this is the first. There is no record to name yet.
 */
export function statusWithoutDatabase(since: Date | null, now: Date): ShownStatus {
  const levelOf = (name: StatusComponent): StatusLevel =>
    DATABASE_COMPONENTS.includes(name) ? "down" : "degraded";
  const openedAt = (since ?? now).toISOString();
  const incident: ShownIncident = {
    id: "database",
    title: "The database doesn't answer",
    impact: "down",
    components: [...DATABASE_COMPONENTS],
    automatic: true,
    opened_at: openedAt,
    closed_at: null,
    updates: [{ kind: "opened", text: "Readings can't be stored until it answers again.", at: openedAt }],
  };
  return {
    status: "down",
    components: STATUS_COMPONENTS.map((name) => ({ name, status: levelOf(name) })),
    incidents: [incident],
    checked_at: now.toISOString(),
  };
}

/** Of the file system that holds the data, in bytes. `free` is what an ordinary user may still take. */
export type DiskRoom = { free: number; total: number };

/** The last 5 % are an incident, before PostgreSQL stops for want of room. */
const FREE_SHARE_MIN = 0.05;
/** Over again from here on, so that a disk at the limit is one incident. */
const FREE_SHARE_WELL = 0.07;
const MEGABYTE = 1_000_000;

export const DISK_SUBJECT = "disk";

export const DISK_NOTICE: FailureNotice = {
  title: "The disk is almost full",
  impact: "degraded",
  components: ["database", "ingest"],
};

/** `full`: tell somebody; `well`: it is over; `between`: as it was. */
export function judgeDiskRoom({ free, total }: DiskRoom): "full" | "between" | "well" {
  if (!(total > 0)) return "between";
  const share = free / total;
  if (share < FREE_SHARE_MIN) return "full";
  return share < FREE_SHARE_WELL ? "between" : "well";
}

/** What is free rounded down, so that no more is promised than there is. */
export const inMegabytes = ({ free, total }: DiskRoom): DiskRoom => ({
  free: Math.floor(free / MEGABYTE),
  total: Math.round(total / MEGABYTE),
});

/** A whole backup of one machine: when it was begun, and its size on the disk. */
export type MadeBackup = { at: Date; bytes: number };
