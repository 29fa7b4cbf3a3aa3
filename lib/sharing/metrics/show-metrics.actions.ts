import { isOnVacation, isSnoozed } from "../../alerts/quiet/quiet.ts";
import { deviceStatus } from "../../devices/device-status.ts";
import { done, type Outcome, refuse } from "../../kernel/outcome.ts";
import type { CoreServices } from "../../kernel/services.actions.ts";
import { HOUR_MS } from "../../kernel/time.ts";
import { renderMetrics } from "../../readings/metrics/render-metrics.ts";
import { findHomeNumbers, findSharedNumbers, type HomeNumbers } from "./home-metrics.queries.ts";

/** Writes a home's state in Prometheus' text format. */
export async function showMetrics(services: CoreServices, householdId: string): Promise<Outcome<string>> {
  const home = await findHomeNumbers(services.db, householdId);
  return home === null ? refuse("not_found") : done(metricsOf(home, services.clock()));
}

/** Like `showMetrics` for a link of scope `metrics`, without hidden sensors, snooze and vacation. */
export async function showSharedMetrics(services: CoreServices, token: string): Promise<Outcome<string>> {
  const now = services.clock();
  const home = await findSharedNumbers(services.db, token, now);
  return home === null ? refuse("not_found") : done(metricsOf(home, now));
}

function metricsOf({ freezing, quiet, ...home }: HomeNumbers, now: Date): string {
  const nowMs = now.getTime();
  return renderMetrics(
    {
      ...home,
      devices: home.devices.map((device) => ({ ...device, status: deviceStatus(device, now) })),
      timeToFreezeSeconds: freezing.map(({ deviceId, sensorId, hours, at }) => ({
        deviceId,
        sensorId,
        seconds: Math.max(0, Math.round((at + hours * HOUR_MS - nowMs) / 1_000)),
      })),
      quiet: quiet && { snoozed: isSnoozed(quiet, nowMs), vacation: isOnVacation(quiet, nowMs) },
    },
    now,
  );
}
