import { deviceStatus } from "../../domain/device-status.ts";
import type { HomeDevice } from "../../domain/devices/home-device.ts";
import { renderMetrics } from "../../domain/metrics/render-metrics.ts";
import { done, type Outcome, refuse } from "../../domain/outcome.ts";
import type { Clock } from "../../ports.ts";
import type { Db } from "../../store/db.ts";
import { listDevices, listSharedDevices } from "../../store/devices.ts";

/** A household's state in Prometheus' text format. */
export async function showMetrics(ports: { db: Db; clock: Clock }, householdId: string): Promise<string> {
  return metricsOf(await listDevices(ports.db, householdId), ports.clock());
}

/** The same for the holder of a link of scope metrics, without hidden sensors. */
export async function showSharedMetrics(
  ports: { db: Db; clock: Clock },
  token: string,
): Promise<Outcome<string>> {
  const now = ports.clock();
  const devices = await listSharedDevices(ports.db, token, now);
  return devices === null ? refuse("not_found") : done(metricsOf(devices, now));
}

const metricsOf = (devices: HomeDevice[], now: Date): string =>
  renderMetrics(
    {
      devices: devices.map((device) => ({ ...device, status: deviceStatus(device, now) })),
      activeAlerts: {},
      timeToFreezeSeconds: [],
      snoozed: false,
      vacation: false,
    },
    now,
  );
