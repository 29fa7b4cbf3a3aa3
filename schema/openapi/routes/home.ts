import { AlertSettingsAnswer, HomeAlertSettings, SensorAlertSettings } from "../../wire/alert-settings.ts";
import { AlertAnswer, AlertList, AlertsQuery, AlertWithFindings, QuestionAnswer } from "../../wire/alerts.ts";
import { PageQuery } from "../../wire/paging.ts";
import { QuietAction, QuietAnswer, QuietStatus } from "../../wire/quiet.ts";
import { NewRule, RuleAnswer, RuleChange, RuleList } from "../../wire/rules.ts";
import { RuleSimulation, RuleSimulationAnswer } from "../../wire/simulation.ts";
import { Ok } from "../../wire/text.ts";
import { makes, shows } from "../answers.ts";
import type { Mounted, RouteDescription } from "../route.ts";
import { deliveryRoutes } from "./deliveries.ts";
import { deviceRoutes, sensorRoutes } from "./devices.ts";
import { feedRoutes, pullSetupRoutes, readingRoutes } from "./history.ts";

/** What a home's people and its programs have alike. */
export const homeRoutes = (mounted: Mounted): RouteDescription[] => [
  ...deviceRoutes(mounted),
  ...sensorRoutes(mounted),
  ...pullSetupRoutes(mounted),
  ...feedRoutes(mounted),
  ...readingRoutes(mounted),
  ...quietRoutes(mounted),
  ...alertRoutes(mounted),
  ...ruleRoutes(mounted),
  ...alertSettingsRoutes(mounted),
  ...deliveryRoutes(mounted),
];

const quietRoutes = ({ prefix, audience }: Mounted): RouteDescription[] => [
  {
    method: "get",
    path: `${prefix}/quiet`,
    summary: "Whether the home is snoozed or on vacation, and how it is",
    audience,
    answers: shows(QuietStatus, "How the home is now"),
    refusals: [404],
  },
  {
    method: "post",
    path: `${prefix}/quiet`,
    summary: "Snoozes, goes on vacation, ends either, or asks how the home is",
    audience,
    body: QuietAction,
    answers: shows(QuietAnswer, "How the home is now"),
    refusals: [404],
  },
];

const alertRoutes = ({ prefix, audience }: Mounted): RouteDescription[] => [
  {
    method: "get",
    path: `${prefix}/alerts`,
    summary: "The home's alerts, newest first",
    audience,
    query: AlertsQuery,
    answers: shows(AlertList, "A page of alerts"),
  },
  {
    method: "get",
    path: `${prefix}/alerts/{id}`,
    summary: "One alert with every decision about it and its evidence",
    audience,
    answers: shows(AlertWithFindings, "The alert"),
  },
  {
    method: "post",
    path: `${prefix}/alerts/{id}/ack`,
    summary: "Acknowledges an alert: no more reminders, unless it gets worse",
    audience,
    answers: shows(AlertAnswer, "The alert"),
    refusals: [409, 410],
  },
  {
    method: "post",
    path: `${prefix}/alerts/{id}/answer`,
    summary: "Answers whether the heating has stopped: turned down, a door open, or no",
    audience,
    body: QuestionAnswer,
    answers: shows(AlertAnswer, "The alert"),
    refusals: [409],
  },
];

const ruleRoutes = ({ prefix, audience }: Mounted): RouteDescription[] => [
  {
    method: "get",
    path: `${prefix}/rules`,
    summary: "The home's own rules, in the order of making",
    audience,
    query: PageQuery,
    answers: shows(RuleList, "A page of rules"),
  },
  {
    method: "post",
    path: `${prefix}/rules`,
    summary: "Makes a rule over a sensor",
    audience,
    body: NewRule,
    answers: makes(RuleAnswer, "The rule"),
    refusals: [404, 409],
  },
  {
    method: "post",
    path: `${prefix}/rules/simulate`,
    summary: "Tries a draft over past readings; nothing is stored or sent",
    audience,
    body: RuleSimulation,
    answers: shows(RuleSimulationAnswer, "When it would have told"),
    refusals: [404],
  },
  {
    method: "get",
    path: `${prefix}/rules/{id}`,
    summary: "One rule",
    audience,
    answers: shows(RuleAnswer, "The rule"),
  },
  {
    method: "patch",
    path: `${prefix}/rules/{id}`,
    summary: "Changes a rule; what is left out stays",
    audience,
    body: RuleChange,
    answers: shows(RuleAnswer, "The rule"),
    refusals: [409],
  },
  {
    method: "delete",
    path: `${prefix}/rules/{id}`,
    summary: "Deletes a rule and closes its alert",
    audience,
    answers: shows(Ok, "Deleted"),
    refusals: [409],
  },
];

const alertSettingsRoutes = ({ prefix, audience }: Mounted): RouteDescription[] => [
  {
    method: "get",
    path: `${prefix}/alert-settings`,
    summary: "What the home sets otherwise than the defaults, and what holds",
    audience,
    answers: shows(AlertSettingsAnswer, "The settings"),
    refusals: [404],
  },
  {
    method: "put",
    path: `${prefix}/alert-settings`,
    summary: "Sets the home's alert settings, the whole of them",
    audience,
    body: HomeAlertSettings,
    answers: shows(AlertSettingsAnswer, "The settings"),
    refusals: [404],
  },
  {
    method: "get",
    path: `${prefix}/sensors/{id}/alert-settings`,
    summary: "What a sensor sets otherwise than its home, and what holds",
    audience,
    answers: shows(AlertSettingsAnswer, "The settings"),
  },
  {
    method: "put",
    path: `${prefix}/sensors/{id}/alert-settings`,
    summary: "Sets a sensor's alert settings, the whole of them",
    audience,
    body: SensorAlertSettings,
    answers: shows(AlertSettingsAnswer, "The settings"),
  },
];
