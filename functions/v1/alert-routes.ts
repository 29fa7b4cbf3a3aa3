import { acknowledgeAlert, answerAlert } from "../../lib/alerts/act-on-alert.actions.ts";
import { changeQuiet, showQuiet } from "../../lib/alerts/quiet/quiet.actions.ts";
import {
  changeAlertSettings,
  changeEscalation,
  changeRule,
  createRule,
  deleteRule,
  listRules,
  showAlertSettings,
  showEscalation,
  showRule,
} from "../../lib/alerts/settings/settings.actions.ts";
import { simulateRule } from "../../lib/alerts/settings/simulate.actions.ts";
import type { CoreServices } from "../../lib/kernel/services.actions.ts";
import { listAlerts, showAlert, showTimeline } from "../../lib/sharing/alerts/list.actions.ts";
import { makes, shows } from "../../schema/openapi/route.ts";
import {
  AlertSettingsAnswer,
  HomeAlertSettings,
  SensorAlertSettings,
} from "../../schema/wire/alert-settings.ts";
import {
  AlertAnswer,
  AlertList,
  AlertsQuery,
  AlertWithFindings,
  QuestionAnswer,
} from "../../schema/wire/alerts.ts";
import { Escalation, EscalationChange } from "../../schema/wire/escalation.ts";
import { QuietAction, QuietAnswer, QuietStatus } from "../../schema/wire/quiet.ts";
import { NewRule, RuleAnswer, RuleChange, RuleList } from "../../schema/wire/rules.ts";
import { RuleSimulation, RuleSimulationAnswer } from "../../schema/wire/simulation.ts";
import { Ok, PageQuery } from "../../schema/wire/text.ts";
import { Timeline } from "../../schema/wire/timeline.ts";
import { routesFor } from "../_http/mounted-routes.ts";
import { type HomeEnv, homeOf, pathId } from "../_http/require-session.ts";

const SETTINGS = { freeze: { warning: { value: 42, unit: "°F" } }, humidity: { enabled: false } };

const route = routesFor<CoreServices, HomeEnv>();

/** Snooze and vacation, and alerts. */
export const ALERTS = {
  "quiet.get": route({
    on: "GET /quiet",
    may: "read_home",
    summary: "Get snooze and vacation status",
    about: "Everyone who can see the home can call it. A time that isn't set, or is over, is null.",
    answers: shows(QuietStatus, "The current status of the home"),
    refusals: [404],
    answer: (services, c) => showQuiet(services, homeOf(c)),
  }),
  "quiet.set": route({
    on: "POST /quiet",
    may: "manage_quiet",
    body: QuietAction,
    summary: "Change snooze and vacation",
    about:
      "A snooze pauses warnings, for 4 hours if you omit `hours`; critical alerts and leaks still go out. A vacation makes alerts more sensitive, and lasts until you clear it if you omit `hours`.",
    answers: shows(QuietAnswer, "The current status of the home"),
    refusals: [404],
    answer: (services, c, action) => changeQuiet(services, c.var.acting, action),
  }),
  "alerts.list": route({
    on: "GET /alerts",
    may: "read_home",
    query: AlertsQuery,
    summary: "List alerts",
    about:
      "Each alert is one episode, from its opening to its end. `from` (inclusive) and `to` (exclusive) filter by the time of opening.",
    answers: shows(AlertList, "A page of alerts"),
    answer: (services, c, query) => listAlerts(services, homeOf(c), query),
  }),
  "alerts.get": route({
    on: "GET /alerts/:id",
    may: "read_home",
    summary: "Get an alert",
    about:
      "Each finding names the reading, the limit and the time of the decision, so that you can check it later.",
    answers: shows(AlertWithFindings, "The alert"),
    answer: (services, c) => showAlert(services, homeOf(c), pathId(c)),
  }),
  "alerts.timeline": route({
    on: "GET /alerts/:id/timeline",
    may: "read_home",
    summary: "Get an alert's timeline",
    about:
      "Returns everything that happened, oldest first: decisions with their readings, messages and their delivery, escalation steps, acknowledgements, assignments, answers. It stays after the alert ends. Recipients are masked.",
    answers: shows(Timeline, "The timeline"),
    answer: (services, c) => showTimeline(services, homeOf(c), pathId(c)),
  }),
  "alerts.acknowledge": route({
    on: "POST /alerts/:id/ack",
    may: "acknowledge_alert",
    summary: "Acknowledge an alert",
    about:
      "Stops reminders unless it gets worse. Acknowledging it again changes nothing. If the alert is over, the answer is 410.",
    answers: shows(AlertAnswer, "The alert"),
    refusals: [409, 410],
    answer: (services, c) => acknowledgeAlert(services, c.var.acting, pathId(c), "api"),
  }),
  "alerts.answer": route({
    on: "POST /alerts/:id/answer",
    may: "acknowledge_alert",
    body: QuestionAnswer,
    summary: "Answer a heating alert",
    about:
      "Only an alert of the kind `heating_stopped` has a question. `turned_down` and `door_open` explain the cold for some hours; `no` makes the alert critical.",
    answers: shows(AlertAnswer, "The alert"),
    refusals: [409],
    answer: (services, c, answer) => answerAlert(services, c.var.acting, pathId(c), answer),
  }),
};

/** Custom rules, the alert settings of a home and its sensors, and the escalation steps. */
export const RULES = {
  "rules.list": route({
    on: "GET /rules",
    may: "read_home",
    query: PageQuery,
    summary: "List rules",
    about: "Returns the home's custom rules, which add to the built-in alerts.",
    answers: shows(RuleList, "A page of rules"),
    answer: (services, c, page) => listRules(services, homeOf(c), page),
  }),
  "rules.create": route({
    on: "POST /rules",
    may: "manage_rules",
    body: NewRule,
    makes: true,
    summary: "Create a rule",
    about:
      "The rule applies from the next reading on. `value` is in `unit`, or in the sensor's own unit if you omit it.",
    answers: makes(RuleAnswer, "The rule"),
    refusals: [404, 409],
    answer: (services, c, { sensor_id: sensorId, ...wish }) =>
      createRule(services, c.var.acting, sensorId, wish),
  }),
  // Needs no entry in the home's activity, because it changes nothing.
  "rules.simulate": route({
    on: "POST /rules/simulate",
    only: true,
    may: "manage_rules",
    body: RuleSimulation,
    summary: "Try a rule",
    about:
      "Runs a draft on past readings; stores and sends nothing. Send exactly one draft: a rule, or settings for freeze, humidity or leak. Without `from` and `to`, it uses the last 7 days.",
    example: {
      sensor_id: "sen_7dQm2Kx9bT4wLr5sVn1cPz3H",
      from: "2026-11-01T00:00:00Z",
      rule: { is: "below", value: 40, unit: "°F", for_minutes: 10 },
    },
    answers: shows(RuleSimulationAnswer, "The notifications that it would have sent"),
    refusals: [404],
    answer: (services, c, { sensor_id: sensorId, from, to, ...draft }) =>
      simulateRule(services, homeOf(c), { sensorId, from, to, draft }),
  }),
  "rules.get": route({
    on: "GET /rules/:id",
    may: "read_home",
    summary: "Get a rule",
    about: "Returns the rule with the defaults filled in.",
    answers: shows(RuleAnswer, "The rule"),
    answer: (services, c) => showRule(services, homeOf(c), pathId(c)),
  }),
  "rules.update": route({
    on: "PATCH /rules/:id",
    may: "manage_rules",
    body: RuleChange,
    summary: "Update a rule",
    about: "Fields you omit keep their value. You can't change a rule's sensor: create another rule instead.",
    answers: shows(RuleAnswer, "The rule"),
    refusals: [409],
    answer: (services, c, change) => changeRule(services, c.var.acting, pathId(c), change),
  }),
  "rules.delete": route({
    on: "DELETE /rules/:id",
    may: "manage_rules",
    summary: "Delete a rule",
    about:
      "If the rule has an open alert, the alert ends, and those who were notified of it learn of its end.",
    answers: shows(Ok, "Deleted"),
    refusals: [409],
    answer: (services, c) => deleteRule(services, c.var.acting, pathId(c)),
  }),
  "alertSettings.get": route({
    on: "GET /alert-settings",
    may: "read_home",
    summary: "Get the alert settings",
    about:
      "`overrides` has your own settings. `effective` adds the defaults; a placement may still override it.",
    answers: shows(AlertSettingsAnswer, "The settings"),
    refusals: [404],
    answer: (services, c) => showAlertSettings(services, homeOf(c), null),
  }),
  // Disabling a kind ends its alerts.
  "alertSettings.replace": route({
    on: "PUT /alert-settings",
    may: "manage_rules",
    body: HomeAlertSettings,
    wakes: true,
    summary: "Replace the alert settings",
    about:
      "Replaces all settings. A kind or field that you omit goes back to its default. Give temperatures with their unit.",
    example: SETTINGS,
    answers: shows(AlertSettingsAnswer, "The settings"),
    refusals: [404],
    answer: (services, c, settings) => changeAlertSettings(services, c.var.acting, null, settings),
  }),
  "sensors.getAlertSettings": route({
    on: "GET /sensors/:id/alert-settings",
    may: "read_home",
    summary: "Get a sensor's alert settings",
    about:
      "`effective` combines the sensor's overrides, then its home's, then the defaults of its placement.",
    answers: shows(AlertSettingsAnswer, "The settings"),
    answer: (services, c) => showAlertSettings(services, homeOf(c), pathId(c)),
  }),
  "sensors.replaceAlertSettings": route({
    on: "PUT /sensors/:id/alert-settings",
    may: "manage_rules",
    body: SensorAlertSettings,
    wakes: true,
    summary: "Replace a sensor's alert settings",
    about:
      "Replaces all settings. A kind or field that you omit follows the home's settings. You can only set kinds that watch one sensor.",
    example: SETTINGS,
    answers: shows(AlertSettingsAnswer, "The settings"),
    answer: (services, c, settings) => changeAlertSettings(services, c.var.acting, pathId(c), settings),
  }),
  "escalation.get": route({
    on: "GET /escalation",
    may: "read_home",
    summary: "Get the escalation steps",
    about:
      "Returns the steps of a critical alert or a leak until somebody acknowledges it. `whom` is `everybody`, `others` (members whom no earlier step names), `contacts` (people outside the home who have said yes), or the id of a member or contact.",
    answers: shows(Escalation, "The steps"),
    answer: (services, c) => showEscalation(services, homeOf(c)),
  }),
  "escalation.set": route({
    on: "PUT /escalation",
    may: "manage_escalation",
    body: EscalationChange,
    summary: "Replace the escalation steps",
    about:
      "The first step comes after 0 minutes, and no step comes before the previous one. `null` restores the default. Open alerts keep their steps.",
    answers: shows(Escalation, "The steps"),
    answer: (services, c, change) => changeEscalation(services, c.var.acting, change),
  }),
};
