import { HOUR_MS } from "../../../lib/kernel/time.ts";
import type { DigestFacts, SensorFacts } from "../../../lib/reports/gather.ts";
import type { AlertKind } from "../../../schema/vocabulary.ts";

export const at = (iso: string): number => Date.parse(iso);

type Named = Pick<SensorFacts, "label" | "space" | "deviceName">;

/** A thermometer in °F that read nothing. */
const sensor = (rest: Named & Partial<SensorFacts>): SensorFacts => ({
  ...{ fault: null, kind: "temperature", unit: "°F", isState: false, belowWarning: null },
  ...{ low: null, average: null, high: null, daily: [] },
  ...rest,
});
const reading = (value: number, iso: string) => ({ value, atMs: at(iso) });

export const crawlSpace: SensorFacts = sensor({
  ...{ label: "temp1", space: "Crawl space", deviceName: "Crawl node" },
  low: reading(36.14, "2026-11-17T12:10:00Z"),
  average: 44.02,
  high: reading(51.2, "2026-11-22T22:00:00Z"),
  daily: [48, 38.5, 42, null, 45, 47, 50],
  belowWarning: { warning: 40, ms: 3.5 * HOUR_MS },
});

export const bath: SensorFacts = sensor({
  ...{ label: "Humidity", space: "Bath", deviceName: "Bath node", kind: "humidity", unit: "%" },
  low: reading(41.5, "2026-11-18T14:00:00Z"),
  average: 55.27,
  high: reading(92, "2026-11-19T15:30:00Z"),
  daily: [50, 55, 61, 52, 54, 58, 57],
});

export const door: SensorFacts = sensor({
  ...{ label: "door1", space: "Garage", deviceName: "Garage node", kind: "door", unit: null, isState: true },
  low: reading(0, "2026-11-16T08:00:00Z"),
  average: 0.042,
  high: reading(1, "2026-11-17T08:00:00Z"),
});

/** An alert or outage, still open without an end. */
export const lasted = <Kind extends AlertKind>(kind: Kind, subject: string, from: string, to?: string) => ({
  ...{ kind, subject, openedAtMs: at(from), closedAtMs: to === undefined ? null : at(to) },
});

/** Ada's week in Los Angeles, Monday 16 to Sunday 22 November 2026. */
export const adasWeek: DigestFacts = {
  language: "en",
  kind: "weekly",
  period: { fromMs: at("2026-11-16T08:00:00Z"), toMs: at("2026-11-23T08:00:00Z") },
  periodBefore: { fromMs: at("2026-11-09T08:00:00Z"), toMs: at("2026-11-16T08:00:00Z") },
  home: { name: "Ada's home", zone: "America/Los_Angeles", temperatureUnit: "°F" },
  sensors: [bath, crawlSpace, door],
  alerts: [
    lasted("freeze", "Crawl space", "2026-11-17T11:00:00Z", "2026-11-17T13:30:00Z"),
    lasted("freeze", "Crawl space", "2026-11-18T11:00:00Z", "2026-11-18T12:00:00Z"),
    lasted("leak", "Washer", "2026-11-23T07:30:00Z"),
  ],
  alertsBefore: [lasted("freeze", "Crawl space", "2026-11-10T11:00:00Z", "2026-11-10T11:45:00Z")],
  outages: [lasted("outage", "Attic node", "2026-11-20T10:00:00Z", "2026-11-20T14:15:00Z")],
  batteries: [
    { device: "Attic node", pct: 15, daysLeft: null },
    { device: "Cellar node", pct: 18.4, daysLeft: 12 },
  ],
  coverage: null,
  forecastLow: { ...reading(-6, "2026-11-27T14:00:00Z"), unit: "°C" },
  links: {
    dashboard: "https://hearthwatch.example/home",
    unsubscribe: "https://hearthwatch.example/u?t=abc&k=weekly",
  },
};

export const quietWeek: DigestFacts = {
  ...{ ...adasWeek, alerts: [], alertsBefore: [], outages: [], batteries: [] },
};
