import type { HomeDevice, HomeSensor, SensorOfDevice } from "../../../lib/devices/home-device.ts";
import { MINUTE_MS } from "../../../lib/kernel/time.ts";
import type { MoodFacts, MoodReader } from "../../../lib/pucks/mood.ts";
import { pageDevice, pageSensor } from "../sharing/page-home.ts";

/** Noon in London, on a Friday in November. */
export const NOON = new Date("2026-11-20T12:00:00Z");
export const EVENING = new Date("2026-11-20T19:00:00Z");
export const NIGHT = new Date("2026-11-20T23:00:00Z");

/** A reader of English who uses the home's unit. */
export const READER: MoodReader = { language: "en", temperatureUnit: null };

export const ago = (now: Date, minutes: number): Date => new Date(now.getTime() - minutes * MINUTE_MS);

/** The fields of a sensor and its device that differ from the defaults. */
export type Told = Partial<HomeSensor> & { device?: Partial<HomeDevice> };

/** A living-room thermometer with a reading a minute ago. */
export const sensor = (now: Date, { device, ...changed }: Told = {}): SensorOfDevice => {
  const spoke = { lastSeenAt: ago(now, 1), usualIntervalMs: null };
  const living = { label: "Living room", unit: "°C", value: 21, recordedAt: ago(now, 1) };
  return {
    device: pageDevice({ space: "", sensors: [], ...spoke, ...device }),
    sensor: pageSensor({ ...living, ...changed }),
  };
};

export const facts = (sensors: SensorOfDevice[], changed: Partial<MoodFacts> = {}): MoodFacts => ({
  sensors,
  alerts: [],
  vacationSince: null,
  vacationUntil: null,
  timeZone: "Europe/London",
  temperatureUnit: "C",
  ...changed,
});
