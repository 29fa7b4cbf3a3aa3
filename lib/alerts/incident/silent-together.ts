import { offlineAfterMs } from "../../devices/device-status.ts";
import type { Moment } from "../../kernel/time.ts";
import type { Quiet } from "../quiet-hours.ts";
import type { OutageSettings } from "../settings.ts";
import { listenedMs, type Signs } from "../silence.ts";
import { expectedIntervalMs } from "../usual-interval.ts";
import { graceMs } from "../verdict.ts";

/** A device that may be silent with others. `isOutAlone`: it was known to be out before. */
export type Listened = Signs & { deviceId: string; settings: OutageSettings; isOutAlone: boolean };

const DEVICES_MIN = 2;
/** A post may come so much later than usual before it counts as missing. */
const LATE_INTERVALS = 1.5;
const LATE_MS_MIN = 600_000;
const USUAL_INTERVAL_MS = 900_000;

export type Silence = { since: Moment; devices: string[] };

/**
 * Devices that fell silent together: at least two have missed three posts, and none has been heard since the
 * first of them missed its post. Null where any speaks, or where it may be chance.
 */
export function silentTogether(all: readonly Listened[], quiet: Quiet, now: Moment): Silence | null {
  const heard = all.flatMap((device) => {
    const { lastSeenAt, isOutAlone } = device;
    if (lastSeenAt === null || isOutAlone) return [];
    return [{ device, lastSeenAt, silence: listenedMs(lastSeenAt, device, now) }];
  });
  const late = heard.filter(({ device, silence }) => silence >= lateAfterMs(device));
  const out = late.filter(({ device, silence }) => silence >= togetherMs(device, quiet, now));
  if (out.length < DEVICES_MIN) return null;
  const missedAt = Math.min(...late.map(({ device, lastSeenAt }) => lastSeenAt + lateAfterMs(device)));
  const last = Math.max(...heard.map(({ lastSeenAt }) => lastSeenAt));
  return last > missedAt ? null : { since: last, devices: heard.map(({ device }) => device.deviceId) };
}

/**
 * Two that are offline at once are no chance, and it is told before the first of them would be an outage alone.
 */
export function togetherMs(
  device: Pick<Listened, "type" | "usualIntervalMs" | "settings" | "lastSeenAt" | "gaps">,
  quiet: Quiet,
  now: Moment,
): number {
  const grace = graceMs(device, device.settings, quiet, now);
  const interval = expectedIntervalMs(device.type, device.usualIntervalMs);
  return interval === null ? grace : Math.min(grace, offlineAfterMs(interval));
}

const lateAfterMs = ({ type, usualIntervalMs }: Listened): number =>
  Math.max(LATE_MS_MIN, LATE_INTERVALS * (expectedIntervalMs(type, usualIntervalMs) ?? USUAL_INTERVAL_MS));
