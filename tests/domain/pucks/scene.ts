import type { MoodFacts, MoodSensor } from "../../../lib/pucks/mood/climate.ts";
import type { MoodReader } from "../../../lib/pucks/mood/derive-mood.ts";

/** Noon in London on a winter's Friday. */
export const NOON = new Date("2026-11-20T12:00:00Z");
export const EVENING = new Date("2026-11-20T19:00:00Z");
export const NIGHT = new Date("2026-11-20T23:00:00Z");

/** Reads English, and the home's unit. */
export const READER: MoodReader = { language: "en", temperatureUnit: null };

const MINUTE_MS = 60_000;

export const ago = (now: Date, minutes: number): Date => new Date(now.getTime() - minutes * MINUTE_MS);

/** A living-room thermometer that spoke a minute ago. */
export const sensor = (now: Date, changed: Partial<MoodSensor> = {}): MoodSensor => ({
  key: "temp1",
  label: "Living room",
  kind: "temperature",
  unit: "°C",
  isState: false,
  trueMeans: null,
  value: 21,
  recordedAt: ago(now, 1),
  isFaulty: false,
  device: "Node",
  deviceType: "push",
  lastSeenAt: ago(now, 1),
  recentGaps: [],
  ...changed,
});

export const facts = (sensors: MoodSensor[], changed: Partial<MoodFacts> = {}): MoodFacts => ({
  sensors,
  activeAlerts: [],
  isOnVacation: false,
  timeZone: "Europe/London",
  temperatureUnit: "C",
  ...changed,
});
