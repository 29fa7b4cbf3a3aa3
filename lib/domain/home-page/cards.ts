import type { DeviceStatus } from "../../../schema/vocabulary.ts";
import { localDate, localMidnight } from "../cron/local-days.ts";
import { deviceStatus } from "../device-status.ts";
import type { PageAlert, PageDevice, PageHome, PageSensor } from "./page-home.ts";
import { type SensorLimit, sensorLimit } from "./sensor-limit.ts";
import { type StateSince, stateSince } from "./state-since.ts";
import { type Point, trendPerHour } from "./trend.ts";

/**
 * A sensor's last day by quarter hours, oldest first; values in the sensor's unit, of a state 1 where it was
 * ever on.
 */
export type LastDay = ReadonlyMap<string, readonly Point[]>;

/** What a card tells of one sensor. */
export type Card = {
  sensor: PageSensor;
  device: PageDevice;
  status: DeviceStatus;
  /** The worst open alert about it. */
  alert: PageAlert | null;
  /** Hours until it freezes, while it cools towards that. */
  hoursToFreeze: number | null;
  series: readonly Point[];
  trend: number | null;
  limit: SensorLimit | null;
  since: StateSince | null;
  /** The lowest and highest of the home's own day so far; null without a reading on it. */
  today: { low: number; high: number } | null;
};

export type Room = { space: string; cards: Card[] };

/** Rooms in the order in which their first device came; a card for each visible sensor. */
export function roomsOf(home: PageHome, lastDay: LastDay, now: Date): Room[] {
  const cards = home.devices
    .filter(({ enabled }) => enabled)
    .flatMap((device) =>
      device.sensors
        .filter(({ visible }) => visible)
        .map((sensor) => cardOf(home, device, sensor, lastDay.get(sensor.id) ?? [], now)),
    );
  return [...Map.groupBy(cards, ({ device }) => device.space || device.name)].map(([space, ofSpace]) => ({
    space,
    cards: ofSpace,
  }));
}

function cardOf(
  home: PageHome,
  device: PageDevice,
  sensor: PageSensor,
  series: readonly Point[],
  now: Date,
): Card {
  const alerts = home.alerts.filter(({ sensorId }) => sensorId === sensor.id);
  const status = deviceStatus(device, now);
  const cooling = alerts.find(({ kind }) => kind === "time_to_freeze");
  return {
    sensor,
    device,
    series,
    status,
    alert: alerts.find(({ kind }) => kind !== "time_to_freeze") ?? cooling ?? null,
    hoursToFreeze: cooling?.evidence?.value ?? null,
    // What is not heard any more is heading nowhere that anybody knows.
    trend: sensor.isState || status !== "ok" ? null : trendPerHour(series),
    limit: sensorLimit(sensor, home),
    today: sensor.isState ? null : todayOf(series, home.timeZone, now),
    since: status === "offline" ? null : stateSince(sensor, series, now),
  };
}

function todayOf(series: readonly Point[], zone: string, now: Date): Card["today"] {
  const midnight = localMidnight(zone, localDate(zone, now.getTime()));
  const ofToday = series.filter(({ at }) => at >= midnight);
  if (ofToday.length === 0) return null;
  return {
    low: Math.min(...ofToday.map(({ value, low = value }) => low)),
    high: Math.max(...ofToday.map(({ value, high = value }) => high)),
  };
}
