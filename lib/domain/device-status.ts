import { LIMITS } from "../../schema/limits.ts";
import type { DeviceStatus } from "../../schema/vocabulary.ts";
import { MINUTE_MS } from "./time.ts";

const LATE_AFTER_INTERVALS = 1.5;
export const OFFLINE_AFTER_INTERVALS = 3;

export type Seen = {
  enabled: boolean;
  /** Null where it never spoke. */
  lastSeenAt: Date | null;
  /** How often it usually speaks; null where that is not known. */
  usualIntervalMs?: number | null;
};

/** The one rule for what a device's silence means. */
export function deviceStatus({ enabled, lastSeenAt, usualIntervalMs }: Seen, now: Date): DeviceStatus {
  if (!enabled) return "disabled";
  if (lastSeenAt === null) return "new";
  const intervalMs = usualIntervalMs ?? LIMITS.usualIntervalMinutes * MINUTE_MS;
  const silentMs = now.getTime() - lastSeenAt.getTime();
  const offlineMs = Math.max(OFFLINE_AFTER_INTERVALS * intervalMs, LIMITS.offlineMinutesMin * MINUTE_MS);
  if (silentMs > offlineMs) return "offline";
  return silentMs > LATE_AFTER_INTERVALS * intervalMs ? "late" : "ok";
}
