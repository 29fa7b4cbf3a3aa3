import {
  AlertSettingsAnswer,
  HomeAlertSettings,
  HomeAlertSettingsAnswer,
  SensorAlertSettings,
} from "../../wire/alert-settings.ts";
import { AlertAnswer, AlertList, AlertsQuery, AlertWithFindings, QuestionAnswer } from "../../wire/alerts.ts";
import { Escalation, EscalationChange } from "../../wire/escalation.ts";
import { ForecastList, ForecastsQuery } from "../../wire/forecasts.ts";
import { PageQuery } from "../../wire/paging.ts";
import { QuietAction, QuietAnswer, QuietStatus } from "../../wire/quiet.ts";
import { NewRule, RuleAnswer, RuleChange, RuleList } from "../../wire/rules.ts";
import { RuleSimulation, RuleSimulationAnswer } from "../../wire/simulation.ts";
import { Ok } from "../../wire/text.ts";
import { Timeline } from "../../wire/timeline.ts";
import { type Mounted, makes, type RouteDescription, shows } from "../route.ts";
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
  ...forecastRoutes(mounted),
  ...ruleRoutes(mounted),
  ...alertSettingsRoutes(mounted),
  ...escalationRoutes(mounted),
  ...deliveryRoutes(mounted),
];

const escalationRoutes = ({ prefix, audience, ids }: Mounted): RouteDescription[] => [
  {
    id: `${ids}escalation.get`,
    method: "get",
    path: `${prefix}/escalation`,
    summary: "Get the escalation",
    about:
      "The steps that a critical alert or a leak climbs until somebody acknowledges it. `whom` is `everybody`, `others` (members whom no earlier step names), `contacts` (people outside the home who have said yes), or the id of a member or contact.",
    audience,
    answers: shows(Escalation, "The steps"),
  },
  {
    id: `${ids}escalation.set`,
    method: "put",
    path: `${prefix}/escalation`,
    summary: "Replace the escalation",
    about:
      "The first step comes after 0 minutes, and none earlier than the one before. `null` goes back to the default. Alerts that are open already keep their steps.",
    audience,
    body: EscalationChange,
    answers: shows(Escalation, "The steps"),
  },
];

const quietRoutes = ({ prefix, audience, ids }: Mounted): RouteDescription[] => [
  {
    id: `${ids}quiet.get`,
    method: "get",
    path: `${prefix}/quiet`,
    summary: "Get snooze and vacation status",
    about:
      "Changes nothing, so that everybody who may see the home may call it. A time that is not set, or over, is null.",
    audience,
    answers: shows(QuietStatus, "How the home is now"),
    refusals: [404],
  },
  {
    id: `${ids}quiet.set`,
    method: "post",
    path: `${prefix}/quiet`,
    summary: "Change snooze and vacation",
    about:
      "A snooze holds warnings back, for 4 hours where `hours` is left out; a critical alert and a leak still go out. A vacation tightens the limits and lasts until it is cleared where `hours` is left out.",
    audience,
    body: QuietAction,
    answers: shows(QuietAnswer, "How the home is now"),
    refusals: [404],
  },
];

const alertRoutes = ({ prefix, audience, ids }: Mounted): RouteDescription[] => [
  {
    id: `${ids}alerts.list`,
    method: "get",
    path: `${prefix}/alerts`,
    summary: "List alerts",
    about:
      "Each alert is one episode, from its opening to its end. `from` and `to` are about the time of opening, with `from` included and `to` excluded.",
    audience,
    query: AlertsQuery,
    answers: shows(AlertList, "A page of alerts"),
  },
  {
    id: `${ids}alerts.get`,
    method: "get",
    path: `${prefix}/alerts/{id}`,
    summary: "Get an alert",
    about:
      "Each finding names the reading, the limit and the time that it was decided on, so that a decision can be checked later.",
    audience,
    answers: shows(AlertWithFindings, "The alert"),
  },
  {
    id: `${ids}alerts.timeline`,
    method: "get",
    path: `${prefix}/alerts/{id}/timeline`,
    summary: "Get an alert's timeline",
    about:
      "Everything that happened, oldest first: decisions with their readings, messages with what became of them, steps, acknowledgements, hand-overs, answers. It stays when the alert is over. Recipients are masked.",
    audience,
    answers: shows(Timeline, "The timeline"),
  },
  {
    id: `${ids}alerts.acknowledge`,
    method: "post",
    path: `${prefix}/alerts/{id}/ack`,
    summary: "Acknowledge an alert",
    about:
      "Stops reminders unless it gets worse. Acknowledging it again changes nothing. An alert that is over answers 410.",
    audience,
    answers: shows(AlertAnswer, "The alert"),
    refusals: [409, 410],
  },
  {
    id: `${ids}alerts.answer`,
    method: "post",
    path: `${prefix}/alerts/{id}/answer`,
    summary: "Answer a heating alert",
    about:
      "Only an alert of the kind `heating_stopped` asks anything. `turned_down` and `door_open` explain the cold for some hours; `no` makes the alert critical.",
    audience,
    body: QuestionAnswer,
    answers: shows(AlertAnswer, "The alert"),
    refusals: [409],
  },
];

const forecastRoutes = ({ prefix, audience, ids }: Mounted): RouteDescription[] => [
  {
    id: `${ids}forecasts.list`,
    method: "get",
    path: `${prefix}/forecasts`,
    summary: "List freeze forecasts",
    about: "One entry for each warning that told when a room would freeze, with what the room then did.",
    audience,
    query: ForecastsQuery,
    answers: shows(ForecastList, "A page of forecasts"),
  },
];

const ruleRoutes = ({ prefix, audience, ids }: Mounted): RouteDescription[] => [
  {
    id: `${ids}rules.list`,
    method: "get",
    path: `${prefix}/rules`,
    summary: "List rules",
    about: "Rules are what the home itself wants to be told of, besides the alerts that every home has.",
    audience,
    query: PageQuery,
    answers: shows(RuleList, "A page of rules"),
  },
  {
    id: `${ids}rules.create`,
    method: "post",
    path: `${prefix}/rules`,
    summary: "Create a rule",
    about:
      "The rule is judged from the next reading on. `value` is in `unit`, or in the sensor's own unit where that is left out.",
    audience,
    body: NewRule,
    answers: makes(RuleAnswer, "The rule"),
    refusals: [404, 409],
  },
  {
    id: `${ids}rules.simulate`,
    method: "post",
    path: `${prefix}/rules/simulate`,
    summary: "Try a rule",
    about:
      "Plays it over past readings. Nothing is stored or sent. Takes exactly one draft: a rule, or settings of freeze, humidity or leak. Without `from` and `to` it looks at the last 7 days.",
    audience,
    body: RuleSimulation,
    example: {
      sensor_id: "sen_7dQm2Kx9bT4wLr5sVn1cPz3H",
      from: "2026-11-01T00:00:00Z",
      rule: { is: "below", value: 40, unit: "°F", for_minutes: 10 },
    },
    answers: shows(RuleSimulationAnswer, "When it would have told"),
    refusals: [404],
  },
  {
    id: `${ids}rules.get`,
    method: "get",
    path: `${prefix}/rules/{id}`,
    summary: "Get a rule",
    about: "Answers the rule as it holds now, with the defaults filled in.",
    audience,
    answers: shows(RuleAnswer, "The rule"),
  },
  {
    id: `${ids}rules.update`,
    method: "patch",
    path: `${prefix}/rules/{id}`,
    summary: "Update a rule",
    about:
      "Fields you omit keep their value. A rule keeps its sensor: a rule over another sensor is another rule.",
    audience,
    body: RuleChange,
    answers: shows(RuleAnswer, "The rule"),
    refusals: [409],
  },
  {
    id: `${ids}rules.delete`,
    method: "delete",
    path: `${prefix}/rules/{id}`,
    summary: "Delete a rule",
    about: "An alert that the rule has opened ends with it, and its end is told.",
    audience,
    answers: shows(Ok, "Deleted"),
    refusals: [409],
  },
];

const SETTINGS = { freeze: { warning: { value: 42, unit: "°F" } }, humidity: { enabled: false } };

const alertSettingsRoutes = ({ prefix, audience, ids }: Mounted): RouteDescription[] => [
  {
    id: `${ids}alertSettings.get`,
    method: "get",
    path: `${prefix}/alert-settings`,
    summary: "Get the alert settings",
    about:
      "`overrides` is what was put, with what was put for each placement in `by_placement`; `effective` is what holds with the defaults below it, where no placement says otherwise.",
    audience,
    answers: shows(HomeAlertSettingsAnswer, "The settings"),
    refusals: [404],
  },
  {
    id: `${ids}alertSettings.replace`,
    method: "put",
    path: `${prefix}/alert-settings`,
    summary: "Replace the alert settings",
    about:
      "Replaces all settings. A kind or a field that is left out goes back to its default. Degrees are given with their unit. `by_placement` sets what all sensors of a placement are judged by, over the home's own and the placement's defaults.",
    audience,
    body: HomeAlertSettings,
    example: {
      ...SETTINGS,
      by_placement: { freezer: { cold_storage: { warm: { value: 10, unit: "°F" } } } },
    },
    answers: shows(HomeAlertSettingsAnswer, "The settings"),
    refusals: [404],
  },
  {
    id: `${ids}sensors.getAlertSettings`,
    method: "get",
    path: `${prefix}/sensors/{id}/alert-settings`,
    summary: "Get a sensor's alert settings",
    about:
      "`effective` has the sensor's overrides, below them its home's, below those the defaults of its placement.",
    audience,
    answers: shows(AlertSettingsAnswer, "The settings"),
  },
  {
    id: `${ids}sensors.replaceAlertSettings`,
    method: "put",
    path: `${prefix}/sensors/{id}/alert-settings`,
    summary: "Replace a sensor's alert settings",
    about:
      "Replaces all settings. A kind or a field that is left out is as the home has it. Only kinds that watch one sensor may be set.",
    audience,
    body: SensorAlertSettings,
    example: SETTINGS,
    answers: shows(AlertSettingsAnswer, "The settings"),
  },
];
