import type { HomeDevice, HomeSensor } from "../../../lib/devices/home-device.ts";
import type { PageAlert, PageHome } from "../../../lib/sharing/home-page/page-home.ts";

export const NOW = new Date("2026-11-20T10:00:00Z");
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const ago = (ms: number): Date => new Date(NOW.getTime() - ms);

/** A thermometer that has just sent 52 °F. */
export const pageSensor = (over: Partial<HomeSensor> = {}): HomeSensor => ({
  id: "sen_1",
  position: 1,
  key: "temp1",
  label: "Shelf",
  kind: "temperature",
  unit: "°F",
  isState: false,
  trueMeans: null,
  unitSource: null,
  visible: true,
  value: 52,
  recordedAt: NOW,
  faultyAt: null,
  fault: null,
  alertSettings: {},
  placement: null,
  placementGuess: null,
  faultySince: null,
  createdAt: ago(90 * DAY_MS),
  ...over,
});

export const pageDevice = (over: Partial<HomeDevice> = {}): HomeDevice => ({
  id: "dev_1",
  number: 1,
  name: "Node",
  space: "Hall",
  type: "push",
  enabled: true,
  batteryPct: null,
  rssi: null,
  lastSeenAt: NOW,
  usualIntervalMs: 5 * MINUTE_MS,
  chargedPct: null,
  chargedAt: null,
  feed: null,
  clockOffsetSeconds: null,
  contact_true_means: null,
  flat_temperature_unit: "F",
  createdAt: ago(90 * DAY_MS),
  sensors: [pageSensor()],
  ...over,
});

export const pageHome = (over: Partial<PageHome> = {}): PageHome => ({
  name: "Ada's home",
  timeZone: "UTC",
  temperatureUnit: "F",
  alertSettings: {},
  rooms: [],
  outdoor: null,
  hasPlace: false,
  snoozedUntil: null,
  vacationSince: null,
  vacationUntil: null,
  devices: [pageDevice()],
  alerts: [],
  ...over,
});

export const pageAlert = (over: Partial<PageAlert> = {}): PageAlert => ({
  id: "alr_1",
  kind: "freeze",
  severity: "warning",
  title: "Shelf (Hall)",
  deviceId: "dev_1",
  sensorId: "sen_1",
  openedAt: ago(HOUR_MS).getTime(),
  acknowledgedAt: null,
  isAssigned: false,
  acknowledger: null,
  isTakenOutside: false,
  evidence: null,
  limit: null,
  ...over,
});
