import { batteryDaysLeft, isLowBattery } from "../../devices/device.ts";
import { deviceStatus } from "../../devices/device-status.ts";
import type { HomeDevice, HomeSensor } from "../../devices/home-device.ts";
import { isStale } from "../../devices/sensor.ts";
import { sensorLimit } from "./cards.ts";
import type { PageAlert, PageHome } from "./page-home.ts";
import type { SensorLimit } from "./workbench.ts";

const RSSI_WEAK = -80;

/**
 * The state that the first sentence of a home's page describes. `past_limit`: a value is past the limit on its card and
 * hasn't alerted yet. `unknown`: a monitored sensor has been silent for too long or has a problem, so we can't say that
 * all is well. `late`: a device has missed a post; everything else is fine. `more`: the number of further such cases.
 */
export type Standing =
  | { is: "empty" }
  | { is: "waiting" }
  | { is: "well"; heardAt: Date }
  | { is: "past_limit"; device: HomeDevice; sensor: HomeSensor; limit: SensorLimit; more: number }
  | { is: "late"; device: HomeDevice; since: Date; more: number }
  | {
      is: "unknown";
      reason: "silent" | "faulty";
      device: HomeDevice;
      sensor: HomeSensor | null;
      since: Date;
      more: number;
    }
  | { is: "alert"; alert: PageAlert; more: number };

/** Returns the most important state: an alert, then silence, a late device, a value past its limit, and all is well. */
export function standingOf(home: PageHome, now: Date): Standing {
  const [alert] = home.alerts;
  if (alert !== undefined) return { is: "alert", alert, more: home.alerts.length - 1 };
  const watched = home.devices.filter(
    ({ enabled, sensors }) => enabled && sensors.some(({ visible }) => visible),
  );
  if (watched.length === 0) return { is: home.devices.some(({ enabled }) => enabled) ? "waiting" : "empty" };
  const doubts = watched.flatMap((device) => doubtsOf(device, now));
  const [worst] = doubts.toSorted((a, b) => a.since.getTime() - b.since.getTime());
  if (worst !== undefined) return { is: "unknown", ...worst, more: doubts.length - 1 };
  const late = longestLate(watched, now);
  if (late !== null) return late;
  const past = watched.flatMap((device) => pastLimits(device, home));
  const [furthest] = past.toSorted((a, b) => Number(b.isCold) - Number(a.isCold) || b.by - a.by);
  if (furthest !== undefined) {
    const { device, sensor, limit } = furthest;
    return { is: "past_limit", device, sensor, limit, more: past.length - 1 };
  }
  const heard = watched.flatMap(({ lastSeenAt }) => (lastSeenAt === null ? [] : [lastSeenAt.getTime()]));
  return heard.length === 0 ? { is: "waiting" } : { is: "well", heardAt: new Date(Math.max(...heard)) };
}

const F_PER_C = 1.8;

/** Returns the values past their limits without an alert: a single reading doesn't alert, nor does a value that
 * recovers. `by` is the distance to the limit, in °F for temperatures. */
const pastLimits = (device: HomeDevice, home: PageHome) =>
  device.sensors.flatMap((sensor) => {
    const limit = sensor.visible && sensor.fault === null ? sensorLimit({ sensor, device }, home) : null;
    if (limit === null || sensor.value === null) return [];
    const isCold = limit.side === "below";
    const by = (sensor.value - limit.value) * (isCold ? -1 : 1) * (sensor.unit === "°C" ? F_PER_C : 1);
    return by < 0 ? [] : [{ device, sensor, limit, isCold, by }];
  });

function longestLate(devices: readonly HomeDevice[], now: Date): Standing | null {
  const late = devices.flatMap((device) => {
    const { lastSeenAt: since } = device;
    return since === null || deviceStatus(device, now) !== "late" ? [] : [{ device, since }];
  });
  const [first] = late.toSorted((a, b) => a.since.getTime() - b.since.getTime());
  return first === undefined ? null : { is: "late", ...first, more: late.length - 1 };
}

type Doubt = Omit<Extract<Standing, { is: "unknown" }>, "is" | "more">;

function doubtsOf(device: HomeDevice, now: Date): Doubt[] {
  const { lastSeenAt } = device;
  if (lastSeenAt !== null && deviceStatus(device, now) === "offline")
    return [{ reason: "silent", device, sensor: null, since: lastSeenAt }];
  return device.sensors
    .filter(({ visible }) => visible)
    .flatMap((sensor): Doubt[] => {
      const { faultyAt, recordedAt } = sensor;
      if (faultyAt !== null) return [{ reason: "faulty", device, sensor, since: faultyAt }];
      // A state is sent only when it changes, so its age says nothing; `deviceStatus` covers its device.
      if (sensor.isState || recordedAt === null || !isStale(recordedAt, now)) return [];
      return [{ reason: "silent", device, sensor, since: recordedAt }];
    });
}

/** The condition of a device: its status, battery and signal. */
export type DeviceNote = ReturnType<typeof deviceNotes>[number];

/** Returns the condition of every device, in the home's order. */
export const deviceNotes = ({ devices }: Pick<PageHome, "devices">, now: Date) =>
  devices.map((device) => {
    const { batteryPct, rssi } = device;
    const daysLeft = batteryDaysLeft(device, now);
    return {
      device,
      status: deviceStatus(device, now),
      batteryPct,
      /** Estimated from the drain of the last weeks; null if unknown. */
      batteryDaysLeft: daysLeft,
      hasLowBattery: batteryPct !== null && isLowBattery({ pct: batteryPct, daysLeft }),
      hasWeakSignal: rssi !== null && rssi < RSSI_WEAK,
    };
  });
