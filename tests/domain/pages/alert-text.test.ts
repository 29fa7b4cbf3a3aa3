import { expect, test } from "vitest";
import { alertText, beganAt, pastTitle } from "../../../functions/pages/format/alert-text.ts";
import { tellerFor } from "../../../functions/pages/format/teller.tsx";
import type { HomeSensor } from "../../../lib/devices/home-device.ts";
import type { Evidence, Limit } from "../../../lib/language/reason.ts";
import type { PageAlert } from "../../../lib/sharing/home-page/page-home.ts";
import { ago, HOUR_MS, NOW, pageAlert, pageDevice, pageHome, pageSensor } from "../sharing/page-home.ts";

const teller = tellerFor({ language: "en", unit: "°F", timeZone: "UTC", now: NOW });
const limit = (name: string, value: number, is: Limit["is"], unit: string | null = "°F"): Limit => ({
  ...{ name, value, is, unit, forMs: 0 },
});
/** Twelve hours were left three hours ago, at 50 °F. */
const LEFT: Evidence = {
  ...{ sensorId: "sen_1", deviceId: "dev_1", value: 12, unit: "h", at: ago(3 * HOUR_MS).getTime() },
  more: { celsius: 10 },
};
const MOTION = { kind: "motion", unit: null, isState: true, value: 1 } as const;
const HUMID = { kind: "humidity", unit: "%" } as const;

type Case = [says: string, alert: Partial<PageAlert & { subject: string }>, sensor: Partial<HomeSensor>];

test.each<Case>([
  ["Cold: Shelf (Hall) is at 38.0 °F", {}, { value: 38 }],
  ["Pipes may freeze: Shelf (Hall) is at 34.0 °F", { severity: "critical" }, { value: 34 }],
  ["Below freezing: Shelf (Hall) is at 32.0 °F", { severity: "critical" }, { value: 32 }],
  ["Warm again: Shelf (Hall) is at 52.0 °F", { severity: "critical" }, {}],
  ["Less cold again: Shelf (Hall) is at 36.0 °F", {}, { value: 36, placement: "unheated" }],
  [
    "Cold: Shelf (Hall) is at 45.0 °F",
    { limit: limit("vacation_warning", 50, "at_or_below") },
    { value: 45 },
  ],
  ["Damp: Shelf (Hall) is at 70%", { kind: "humidity" }, { ...HUMID, value: 70 }],
  ["Humidity is fine again: Shelf (Hall) is at 50%", { kind: "humidity" }, { ...HUMID, value: 50 }],
  [
    "Dry air: Shelf (Hall) is at 20%",
    { kind: "humidity", limit: limit("low", 30, "at_or_below", "%") },
    { ...HUMID, value: 20 },
  ],
  [
    "Cold again: Shelf (Hall) is at 5.0 °F",
    { kind: "cold_storage", limit: limit("warm", 15, "above") },
    { value: 5 },
  ],
  ["Node (Hall) is back online", { kind: "outage", sensorId: null, deviceId: "dev_1" }, {}],
  ["About 9 hours until Shelf (Hall) freezes", { kind: "time_to_freeze", evidence: LEFT }, { value: 41 }],
  [
    "Shelf (Hall) may freeze soon",
    { kind: "time_to_freeze", evidence: { ...LEFT, value: 3.2 } },
    { value: 36 },
  ],
  ["Below freezing: Shelf (Hall) is at 31.0 °F", { kind: "time_to_freeze", evidence: LEFT }, { value: 31 }],
  [
    "No longer falling: Shelf (Hall) is at 64.0 °F",
    { kind: "time_to_freeze", evidence: LEFT },
    { value: 64 },
  ],
  ["Too dry: Shelf (Hall), 41.0 °F", { kind: "rule", limit: limit("Too dry", 45, "below") }, { value: 41 }],
  [
    "Motion: Shelf (Hall)",
    { kind: "rule", limit: limit("Motion while you are away", 1, "equals", null) },
    MOTION,
  ],
])("an open alert is called what is so now: %s", (says, alert, sensor) => {
  const open = pageAlert(alert);
  const home = pageHome({ devices: [pageDevice({ sensors: [pageSensor(sensor)] })], alerts: [open] });
  expect(alertText(open, home, teller).title.replaceAll("\u00a0", " ")).toBe(says);
});

test.each(["outage", "incident"] as const)("an %s began with the last reading", (kind) => {
  const open = pageAlert({ kind, evidence: LEFT });
  expect(beganAt(open, { alerts: [open] })).toBe(LEFT.at);
});

test.each<Case>([
  ["Cold: Shelf (Hall)", {}, {}],
  ["Danger of freezing: Shelf (Hall)", { severity: "critical" }, {}],
  ["Motion: Shelf (Hall)", { kind: "rule", subject: "vacation:sen_1" }, MOTION],
])("an alert that is over is called what it was at its worst: %s", (says, alert, sensor) => {
  const home = pageHome({ devices: [pageDevice({ sensors: [pageSensor(sensor)] })] });
  expect(pastTitle(pageAlert(alert), home, teller)).toBe(says);
});
