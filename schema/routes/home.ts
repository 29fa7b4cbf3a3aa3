import { HomeAlertSettings, SensorAlertSettings } from "../wire/alert-settings.ts";
import { AlertsQuery, QuestionAnswer } from "../wire/alerts.ts";
import { DeliveriesQuery, NotificationTest } from "../wire/deliveries.ts";
import { DeviceChange, NewDevice, SensorChange, SensorsBatch } from "../wire/devices.ts";
import { EscalationChange } from "../wire/escalation.ts";
import { PageQuery } from "../wire/paging.ts";
import { PullSetup } from "../wire/pull-setup.ts";
import { QuietAction } from "../wire/quiet.ts";
import { ApiReadingsQuery } from "../wire/readings.ts";
import { NewRule, RuleChange } from "../wire/rules.ts";
import { RuleSimulation } from "../wire/simulation.ts";
import type { Routes } from "./route.ts";

/*
 * What a home's people and its programs have alike. Of a program's key the scope decides, by the method; `may` is about
 * people.
 */

export const DEVICES = {
  "devices.list": { on: "GET /devices", may: "read_home", query: PageQuery },
  "devices.create": { on: "POST /devices", may: "manage_devices", body: NewDevice, makes: true },
  "sensors.updateBatch": {
    on: "POST /devices/sensors-batch",
    only: true,
    may: "manage_sensors",
    body: SensorsBatch,
  },
  "devices.get": { on: "GET /devices/:id", may: "read_home" },
  // A change can end alerts, and their ends are notified.
  "devices.update": { on: "PATCH /devices/:id", may: "manage_devices", body: DeviceChange, wakes: true },
  "devices.delete": { on: "DELETE /devices/:id", may: "manage_devices", wakes: true },
  "devices.rotateIngestKey": {
    on: "POST /devices/:id/rotate-ingest-key",
    may: "rotate_ingest_key",
    once: true,
  },
  "sensors.get": { on: "GET /sensors/:id", may: "read_home" },
  // A unit that is settled can end alerts.
  "sensors.update": { on: "PATCH /sensors/:id", may: "manage_sensors", body: SensorChange, wakes: true },
} as const satisfies Routes;

export const PULL_SETUP = {
  "pullSetup.get": { on: "GET /pull-setup", may: "read_home" },
  "pullSetup.save": {
    on: "POST /pull-setup",
    may: "manage_feeds",
    body: PullSetup,
    once: true,
    wakes: true,
  },
} as const satisfies Routes;

export const FEEDS_AND_READINGS = {
  "feeds.list": { on: "GET /feeds", may: "read_home" },
  "feeds.delete": { on: "DELETE /feeds/:id", may: "manage_feeds", wakes: true },
  "readings.list": { on: "GET /readings", may: "read_home", query: ApiReadingsQuery },
  "readings.export": { on: "GET /readings.csv", may: "read_home", query: ApiReadingsQuery },
  "metrics.get": { on: "GET /metrics", may: "read_home" },
} as const satisfies Routes;

export const ALERTS = {
  "quiet.get": { on: "GET /quiet", may: "read_home" },
  "quiet.set": { on: "POST /quiet", may: "manage_quiet", body: QuietAction },
  "alerts.list": { on: "GET /alerts", may: "read_home", query: AlertsQuery },
  "alerts.get": { on: "GET /alerts/:id", may: "read_home" },
  "alerts.timeline": { on: "GET /alerts/:id/timeline", may: "read_home" },
  "alerts.acknowledge": { on: "POST /alerts/:id/ack", may: "acknowledge_alert" },
  "alerts.answer": { on: "POST /alerts/:id/answer", may: "acknowledge_alert", body: QuestionAnswer },
} as const satisfies Routes;

export const RULES = {
  "rules.list": { on: "GET /rules", may: "read_home", query: PageQuery },
  "rules.create": { on: "POST /rules", may: "manage_rules", body: NewRule, makes: true },
  "rules.simulate": { on: "POST /rules/simulate", only: true, may: "manage_rules", body: RuleSimulation },
  "rules.get": { on: "GET /rules/:id", may: "read_home" },
  "rules.update": { on: "PATCH /rules/:id", may: "manage_rules", body: RuleChange },
  "rules.delete": { on: "DELETE /rules/:id", may: "manage_rules" },
  "alertSettings.get": { on: "GET /alert-settings", may: "read_home" },
  // What is switched off ends its alerts.
  "alertSettings.replace": {
    on: "PUT /alert-settings",
    may: "manage_rules",
    body: HomeAlertSettings,
    wakes: true,
  },
  "sensors.getAlertSettings": { on: "GET /sensors/:id/alert-settings", may: "read_home" },
  "sensors.replaceAlertSettings": {
    on: "PUT /sensors/:id/alert-settings",
    may: "manage_rules",
    body: SensorAlertSettings,
    wakes: true,
  },
  "escalation.get": { on: "GET /escalation", may: "read_home" },
  "escalation.set": { on: "PUT /escalation", may: "manage_escalation", body: EscalationChange },
} as const satisfies Routes;

export const DELIVERIES = {
  "deliveries.list": { on: "GET /deliveries", may: "read_home", query: DeliveriesQuery },
  "deliveries.retry": { on: "POST /deliveries/:id/retry", may: "manage_notifications", wakes: true },
  "deliveries.replay": {
    on: "POST /deliveries/:id/replay",
    may: "manage_notifications",
    makes: true,
    wakes: true,
  },
  // Everybody who sees the home gets its messages, and may test them.
  "notifications.test": {
    on: "POST /notifications/test",
    may: "read_home",
    body: NotificationTest,
    wakes: true,
  },
  "notifications.testAll": { on: "POST /notifications/test-all", may: "manage_escalation", wakes: true },
} as const satisfies Routes;
