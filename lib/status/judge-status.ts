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

/** The channels whose messages go through one provider of the operator's. */
type Provided = Extract<StatusComponent, "email" | "sms" | "push">;

/** Messages of the last hour; `waiting` were tried at least once and have not gone out. */
type ChannelTraffic = { channel: Provided; sent: number; waiting: number };

/**
 * What was measured. `lastTick`: when the clock's job last ended well; null where it never ran. `faults`: the subjects of
 * what the operators were told of and is not over, such as `job/dispatch`.
 */
export type StatusFacts = {
  lastTick: Date | null;
  faults: readonly string[];
  incidents: SystemStatus["incidents"];
  traffic: ChannelTraffic[];
};

export const DISK_SUBJECT = "disk";

/** What suffers from a fault; of others the public learns nothing. */
const SUFFERS: Readonly<Record<string, readonly StatusComponent[]>> = {
  "job/collect-history": ["polling", "alerts"],
  "job/dispatch": ["email", "sms", "push"],
  [DISK_SUBJECT]: ["database", "ingest"],
};

/** Judges facts that were read from the database: that they could be read proves that it answers. */
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
  const ofFaults = faults.some((subject) => SUFFERS[subject]?.includes(name)) ? "degraded" : "ok";
  switch (name) {
    case "ingest":
    case "database":
      return ofFaults;
    case "polling":
    case "alerts":
      // A clock that never ran was never set up.
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

/** A few messages that wait say more of their addresses than of the channel, while others go out. */
function ofTraffic(traffic: ChannelTraffic | undefined): StatusLevel {
  if (traffic === undefined || traffic.waiting === 0) return "ok";
  const { sent, waiting } = traffic;
  if (waiting < STATUS_LIMITS.statusWaitingMin) return sent === 0 ? "degraded" : "ok";
  if (sent === 0) return "down";
  return waiting > sent ? "degraded" : "ok";
}

const worst = (levels: readonly StatusLevel[]): StatusLevel =>
  STATUS_LEVELS[Math.max(0, ...levels.map((level) => STATUS_LEVELS.indexOf(level)))] ?? "ok";

/** What nothing can be done of while the database is away. */
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

/** Of the file system that holds the data, in bytes. `free` is what an ordinary user may still take. */
export type DiskRoom = { free: number; total: number };

/** The last 5 % are an incident, before PostgreSQL stops for want of room. */
const FREE_SHARE_MIN = 0.05;
/** Over again from here on, so that a disk at the limit is one incident. */
const FREE_SHARE_WELL = 0.07;
const MEGABYTE = 1_000_000;

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

/** The incident of a job that fails. */
export const failureOf = (job: string): string => `job/${job}`;
