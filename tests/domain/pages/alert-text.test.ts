import { expect, test } from "vitest";
import { alertText, beganAt, pastTitle } from "../../../functions/pages/format/alert-text.ts";
import { tellerFor } from "../../../functions/pages/format/teller.tsx";
import type { HomeSensor } from "../../../lib/devices/home-device.ts";
import type { Evidence } from "../../../lib/language/reason.ts";
import type { PageAlert } from "../../../lib/sharing/home-page/page-home.ts";
import { readLines } from "../../support/json-lines.ts";
import { ago, HOUR_MS, NOW, pageAlert, pageDevice, pageHome, pageSensor } from "../sharing/page-home.ts";

const teller = tellerFor({ language: "en", unit: "°F", timeZone: "UTC", now: NOW });
/** Twelve hours were left three hours ago, at 50 °F. */
const LEFT: Evidence = {
  ...{ sensorId: "sen_1", deviceId: "dev_1", value: 12, unit: "h", at: ago(3 * HOUR_MS).getTime() },
  more: { celsius: 10 },
};

type Row = {
  says: string;
  advises?: string;
  alert: Partial<PageAlert>;
  /** How many hours were left three hours ago. */
  hoursLeft?: number;
  sensor: Partial<HomeSensor>;
};

test.each(readLines<Row>(new URL("alert-texts.jsonl", import.meta.url)))(
  "an open alert is called what is so now: $says",
  ({ says, advises = "", alert, hoursLeft, sensor }) => {
    const open = pageAlert({ ...alert, ...(hoursLeft && { evidence: { ...LEFT, value: hoursLeft } }) });
    const home = pageHome({ devices: [pageDevice({ sensors: [pageSensor(sensor)] })], alerts: [open] });
    const { title, advice } = alertText(open, home, teller);
    expect(title.replaceAll("\u00a0", " ")).toBe(says);
    expect(advice).toContain(advises);
  },
);

test.each(["outage", "incident"] as const)("an %s began with the last reading", (kind) => {
  const open = pageAlert({ kind, evidence: LEFT });
  expect(beganAt(open, { alerts: [open] })).toBe(LEFT.at);
});

const MOTION = { kind: "motion", unit: null, isState: true, value: 1 } as const;

test.each<[says: string, alert: Partial<PageAlert & { subject: string }>, sensor: Partial<HomeSensor>]>([
  ["Cold: Shelf (Hall)", {}, {}],
  ["Danger of freezing: Shelf (Hall)", { severity: "critical" }, {}],
  ["Motion: Shelf (Hall)", { kind: "rule", subject: "vacation:sen_1" }, MOTION],
])("an alert that is over is called what it was at its worst: %s", (says, alert, sensor) => {
  const home = pageHome({ devices: [pageDevice({ sensors: [pageSensor(sensor)] })] });
  expect(pastTitle(pageAlert(alert), home, teller)).toBe(says);
});
