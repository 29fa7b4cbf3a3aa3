import type { FailureNotice } from "../jobs/jobs.ts";

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

export const diskReason = ({ free, total }: DiskRoom): string =>
  `${Math.floor(free / MEGABYTE)} MB of ${Math.round(total / MEGABYTE)} MB are free where the data is stored. When nothing is left, readings are refused. Delete files that you no longer need, or move the data to a larger disk.`;

/** A whole backup of one machine: when it was begun, and its size on the disk. */
export type MadeBackup = { at: Date; bytes: number };
