import { HOUR_MS } from "../../../lib/kernel/time.ts";
import type { DigestFacts, SensorFacts } from "../../../lib/reports/gather.ts";

export const at = (iso: string): number => Date.parse(iso);

export const crawlSpace: SensorFacts = {
  label: "temp1",
  space: "Crawl space",
  deviceName: "Crawl node",
  fault: null,
  kind: "temperature",
  unit: "°F",
  isState: false,
  low: { value: 36.14, atMs: at("2026-11-17T12:10:00Z") },
  average: 44.02,
  high: { value: 51.2, atMs: at("2026-11-22T22:00:00Z") },
  daily: [48, 38.5, 42, null, 45, 47, 50],
  belowWarning: { warning: 40, ms: 3.5 * HOUR_MS },
};

export const bath: SensorFacts = {
  label: "Humidity",
  space: "Bath",
  deviceName: "Bath node",
  fault: null,
  kind: "humidity",
  unit: "%",
  isState: false,
  low: { value: 41.5, atMs: at("2026-11-18T14:00:00Z") },
  average: 55.27,
  high: { value: 92, atMs: at("2026-11-19T15:30:00Z") },
  daily: [50, 55, 61, 52, 54, 58, 57],
  belowWarning: null,
};

export const door: SensorFacts = {
  label: "door1",
  space: "Garage",
  deviceName: "Garage node",
  fault: null,
  kind: "door",
  unit: null,
  isState: true,
  low: { value: 0, atMs: at("2026-11-16T08:00:00Z") },
  average: 0.042,
  high: { value: 1, atMs: at("2026-11-17T08:00:00Z") },
  daily: [],
  belowWarning: null,
};

/** Ada's week in Los Angeles, Monday 16 to Sunday 22 November 2026. */
export const adasWeek: DigestFacts = {
  language: "en",
  kind: "weekly",
  period: { fromMs: at("2026-11-16T08:00:00Z"), toMs: at("2026-11-23T08:00:00Z") },
  periodBefore: { fromMs: at("2026-11-09T08:00:00Z"), toMs: at("2026-11-16T08:00:00Z") },
  home: { name: "Ada's home", zone: "America/Los_Angeles", temperatureUnit: "°F" },
  sensors: [bath, crawlSpace, door],
  alerts: [
    {
      kind: "freeze",
      subject: "Crawl space",
      openedAtMs: at("2026-11-17T11:00:00Z"),
      closedAtMs: at("2026-11-17T13:30:00Z"),
    },
    {
      kind: "freeze",
      subject: "Crawl space",
      openedAtMs: at("2026-11-18T11:00:00Z"),
      closedAtMs: at("2026-11-18T12:00:00Z"),
    },
    { kind: "leak", subject: "Washer", openedAtMs: at("2026-11-23T07:30:00Z"), closedAtMs: null },
  ],
  alertsBefore: [
    {
      kind: "freeze",
      subject: "Crawl space",
      openedAtMs: at("2026-11-10T11:00:00Z"),
      closedAtMs: at("2026-11-10T11:45:00Z"),
    },
  ],
  outages: [
    {
      kind: "outage",
      subject: "Attic node",
      openedAtMs: at("2026-11-20T10:00:00Z"),
      closedAtMs: at("2026-11-20T14:15:00Z"),
    },
  ],
  batteries: [
    { device: "Attic node", pct: 15, daysLeft: null },
    { device: "Cellar node", pct: 18.4, daysLeft: 12 },
  ],
  coverage: null,
  forecastLow: { value: -6, unit: "°C", atMs: at("2026-11-27T14:00:00Z") },
  links: {
    dashboard: "https://hearthwatch.example/home",
    unsubscribe: "https://hearthwatch.example/u?t=abc&k=weekly",
  },
};

export const quietWeek: DigestFacts = {
  ...adasWeek,
  alerts: [],
  alertsBefore: [],
  outages: [],
  batteries: [],
};
