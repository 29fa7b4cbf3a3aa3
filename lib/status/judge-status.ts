import { LIMITS } from "../../schema/limits.ts";
import {
  type ComponentLevel,
  STATUS_COMPONENTS,
  STATUS_LEVELS,
  type StatusComponent,
  type StatusLevel,
} from "../../schema/vocabulary.ts";
import type { SystemStatus } from "../../schema/wire/status.ts";
import { MINUTE_MS } from "../kernel/time.ts";
import { STATUS_LIMITS } from "./limits.ts";

/** The channels that depend on a single provider, which the operator has chosen. */
type Provided = Extract<StatusComponent, "email" | "sms" | "push">;

/** `sent`: messages of the last hour. `waiting`: messages of the last day that were tried but not sent yet. */
type ChannelTraffic = { channel: Provided; sent: number; waiting: number };

/**
 * The facts behind the status. `lastTick`: when the clock's job last succeeded; null for never. `faults`: the subjects
 * of the operators' open incidents, such as `job/dispatch`.
 */
export type StatusFacts = {
  lastTick: Date | null;
  faults: readonly string[];
  incidents: SystemStatus["incidents"];
  traffic: ChannelTraffic[];
};

export const DISK_SUBJECT = "disk";
/** A database that can be read but not written to: no reading is stored, and no home is evaluated. */
export const READ_ONLY_SUBJECT = "read_only";

/** The components that each fault affects. Faults without components are not public. */
const SUFFERS: Readonly<Record<string, readonly StatusComponent[]>> = {
  "job/collect-history": ["polling", "alerts"],
  "job/dispatch": ["email", "sms", "push"],
  [DISK_SUBJECT]: ["database", "ingest"],
};

/** Computes the status from facts of the database: because they could be read, the database works. */
export function judgeStatus(facts: StatusFacts, configured: Readonly<Record<Provided, boolean>>, now: Date) {
  const components = STATUS_COMPONENTS.map((name) => {
    const said = worst(
      facts.incidents
        .filter(({ closed_at, components: touched }) => closed_at === null && touched.includes(name))
        .map(({ impact }) => impact),
    );
    return { name, status: said === "ok" ? measured(name, facts, configured, now) : said };
  });
  return {
    status: worst(components.flatMap(({ status }) => (status === "not_configured" ? [] : [status]))),
    components,
    incidents: facts.incidents,
    checked_at: now.toISOString(),
  };
}

function measured(
  name: StatusComponent,
  { lastTick, faults, traffic }: StatusFacts,
  configured: Readonly<Record<Provided, boolean>>,
  now: Date,
): ComponentLevel {
  const isStuck = faults.includes(READ_ONLY_SUBJECT);
  if (isStuck && DATABASE_COMPONENTS.includes(name)) return "down";
  const ofFaults = faults.some((subject) => SUFFERS[subject]?.includes(name)) ? "degraded" : "ok";
  switch (name) {
    case "ingest":
    case "database":
      return ofFaults;
    case "polling":
    case "alerts":
      // If the clock never ran, it was never set up.
      if (lastTick === null) return "not_configured";
      return isClockSilent(lastTick, now) ? "down" : ofFaults;
    case "email":
    case "sms":
    case "push":
      if (!configured[name]) return "not_configured";
      return worst([ofFaults, ofTraffic(traffic.find(({ channel }) => channel === name))]);
    default:
      return name satisfies never;
  }
}

const isClockSilent = (lastTick: Date, now: Date): boolean =>
  now.getTime() - lastTick.getTime() > LIMITS.clockSilentMinutes * MINUTE_MS;

/** While other messages go out, a few that wait are the fault of their addresses, not of the channel. */
function ofTraffic(traffic: ChannelTraffic | undefined): StatusLevel {
  if (traffic === undefined || traffic.waiting === 0) return "ok";
  const { sent, waiting } = traffic;
  if (waiting < STATUS_LIMITS.statusWaitingMin) return sent === 0 ? "degraded" : "ok";
  if (sent === 0) return "down";
  return waiting > sent ? "degraded" : "ok";
}

const worst = (levels: readonly StatusLevel[]): StatusLevel =>
  STATUS_LEVELS[Math.max(0, ...levels.map((level) => STATUS_LEVELS.indexOf(level)))] ?? "ok";

/** The components that are down without the database; the others are degraded. */
const DATABASE_COMPONENTS: readonly StatusComponent[] = ["ingest", "database", "polling", "alerts"];

export const statusWithoutDatabase = (now: Date): SystemStatus => ({
  status: "down",
  components: STATUS_COMPONENTS.map((name) => ({
    name,
    status: DATABASE_COMPONENTS.includes(name) ? "down" : "degraded",
  })),
  incidents: [],
  checked_at: now.toISOString(),
});

/** The file system that holds the data, in bytes. `free` is the space left for an ordinary user. */
export type DiskRoom = { free: number; total: number };

/** With less free space, an incident opens, before PostgreSQL stops because the disk is full. */
const FREE_SHARE_MIN = 0.05;
/** The free share that ends the incident: larger, so that a disk near the limit has one incident, not many. */
const FREE_SHARE_WELL = 0.07;
const MEGABYTE = 1_000_000;

/** Returns `full` to open the incident, `well` to close it, or `between` to leave it as it is. */
export function judgeDiskRoom({ free, total }: DiskRoom): "full" | "between" | "well" {
  if (!(total > 0)) return "between";
  const share = free / total;
  if (share < FREE_SHARE_MIN) return "full";
  return share < FREE_SHARE_WELL ? "between" : "well";
}

/** Converts to megabytes. Rounds the free space down, so that we never promise too much. */
export const inMegabytes = ({ free, total }: DiskRoom): DiskRoom => ({
  free: Math.floor(free / MEGABYTE),
  total: Math.round(total / MEGABYTE),
});

/** A complete backup of one machine: when it started, and its size on disk. */
export type MadeBackup = { at: Date; bytes: number };

/** Returns the subject of the incident of a failing job. */
export const failureOf = (job: string): string => `job/${job}`;
