import { LIMITS } from "../../limits.ts";
import { ALERTS, DELIVERIES, DEVICES, FEEDS_AND_READINGS, PULL_SETUP, RULES } from "../../routes/home.ts";
import { AlertSettingsAnswer, HomeAlertSettingsAnswer } from "../../wire/alert-settings.ts";
import { AlertAnswer, AlertList, AlertWithFindings } from "../../wire/alerts.ts";
import { DeliveryAnswer, DeliveryList, NotificationTestAnswer } from "../../wire/deliveries.ts";
import { Escalation } from "../../wire/escalation.ts";
import { ForecastList } from "../../wire/forecasts.ts";
import { QuietAnswer, QuietStatus } from "../../wire/quiet.ts";
import { RuleAnswer, RuleList } from "../../wire/rules.ts";
import { RuleSimulationAnswer } from "../../wire/simulation.ts";
import { Ok } from "../../wire/text.ts";
import { Timeline } from "../../wire/timeline.ts";
import { described, type Mounted, type WordsOf } from "../described.ts";
import { makes, type RouteDescription, shows } from "../route.ts";
import { DEVICE_WORDS, FEED_AND_READING_WORDS, PULL_SETUP_WORDS } from "./devices.ts";

const SETTINGS = { freeze: { warning: { value: 42, unit: "°F" } }, humidity: { enabled: false } };

export const ALERT_WORDS = {
  "quiet.get": {
    summary: "Get snooze and vacation status",
    about:
      "Changes nothing, so that everybody who may see the home may call it. A time that is not set, or over, is null.",
    answers: shows(QuietStatus, "How the home is now"),
    refusals: [404],
  },
  "quiet.set": {
    summary: "Change snooze and vacation",
    about:
      "A snooze holds warnings back, for 4 hours where `hours` is left out; a critical alert and a leak still go out. A vacation tightens the limits and lasts until it is cleared where `hours` is left out.",
    answers: shows(QuietAnswer, "How the home is now"),
    refusals: [404],
  },
  "alerts.list": {
    summary: "List alerts",
    about:
      "Each alert is one episode, from its opening to its end. `from` and `to` are about the time of opening, with `from` included and `to` excluded.",
    answers: shows(AlertList, "A page of alerts"),
  },
  "alerts.get": {
    summary: "Get an alert",
    about:
      "Each finding names the reading, the limit and the time that it was decided on, so that a decision can be checked later.",
    answers: shows(AlertWithFindings, "The alert"),
  },
  "alerts.timeline": {
    summary: "Get an alert's timeline",
    about:
      "Everything that happened, oldest first: decisions with their readings, messages with what became of them, steps, acknowledgements, hand-overs, answers. It stays when the alert is over. Recipients are masked.",
    answers: shows(Timeline, "The timeline"),
  },
  "alerts.acknowledge": {
    summary: "Acknowledge an alert",
    about:
      "Stops reminders unless it gets worse. Acknowledging it again changes nothing. An alert that is over answers 410.",
    answers: shows(AlertAnswer, "The alert"),
    refusals: [409, 410],
  },
  "alerts.answer": {
    summary: "Answer a heating alert",
    about:
      "Only an alert of the kind `heating_stopped` asks anything. `turned_down` and `door_open` explain the cold for some hours; `no` makes the alert critical.",
    answers: shows(AlertAnswer, "The alert"),
    refusals: [409],
  },
  "forecasts.list": {
    summary: "List freeze forecasts",
    about: "One entry for each warning that told when a room would freeze, with what the room then did.",
    answers: shows(ForecastList, "A page of forecasts"),
  },
} satisfies WordsOf<typeof ALERTS>;

export const RULE_WORDS = {
  "rules.list": {
    summary: "List rules",
    about: "Rules are what the home itself wants to be told of, besides the alerts that every home has.",
    answers: shows(RuleList, "A page of rules"),
  },
  "rules.create": {
    summary: "Create a rule",
    about:
      "The rule is judged from the next reading on. `value` is in `unit`, or in the sensor's own unit where that is left out.",
    answers: makes(RuleAnswer, "The rule"),
    refusals: [404, 409],
  },
  "rules.simulate": {
    summary: "Try a rule",
    about:
      "Plays it over past readings. Nothing is stored or sent. Takes exactly one draft: a rule, or settings of freeze, humidity or leak. Without `from` and `to` it looks at the last 7 days.",
    example: {
      sensor_id: "sen_7dQm2Kx9bT4wLr5sVn1cPz3H",
      from: "2026-11-01T00:00:00Z",
      rule: { is: "below", value: 40, unit: "°F", for_minutes: 10 },
    },
    answers: shows(RuleSimulationAnswer, "When it would have told"),
    refusals: [404],
  },
  "rules.get": {
    summary: "Get a rule",
    about: "Answers the rule as it holds now, with the defaults filled in.",
    answers: shows(RuleAnswer, "The rule"),
  },
  "rules.update": {
    summary: "Update a rule",
    about:
      "Fields you omit keep their value. A rule keeps its sensor: a rule over another sensor is another rule.",
    answers: shows(RuleAnswer, "The rule"),
    refusals: [409],
  },
  "rules.delete": {
    summary: "Delete a rule",
    about: "An alert that the rule has opened ends with it, and its end is told.",
    answers: shows(Ok, "Deleted"),
    refusals: [409],
  },
  "alertSettings.get": {
    summary: "Get the alert settings",
    about:
      "`overrides` is what was put, with what was put for each placement in `by_placement`; `effective` is what holds with the defaults below it, where no placement says otherwise.",
    answers: shows(HomeAlertSettingsAnswer, "The settings"),
    refusals: [404],
  },
  "alertSettings.replace": {
    summary: "Replace the alert settings",
    about:
      "Replaces all settings. A kind or a field that is left out goes back to its default. Degrees are given with their unit. `by_placement` sets what all sensors of a placement are judged by, over the home's own and the placement's defaults.",
    example: {
      ...SETTINGS,
      by_placement: { freezer: { cold_storage: { warm: { value: 10, unit: "°F" } } } },
    },
    answers: shows(HomeAlertSettingsAnswer, "The settings"),
    refusals: [404],
  },
  "sensors.getAlertSettings": {
    summary: "Get a sensor's alert settings",
    about:
      "`effective` has the sensor's overrides, below them its home's, below those the defaults of its placement.",
    answers: shows(AlertSettingsAnswer, "The settings"),
  },
  "sensors.replaceAlertSettings": {
    summary: "Replace a sensor's alert settings",
    about:
      "Replaces all settings. A kind or a field that is left out is as the home has it. Only kinds that watch one sensor may be set.",
    example: SETTINGS,
    answers: shows(AlertSettingsAnswer, "The settings"),
  },
  "escalation.get": {
    summary: "Get the escalation",
    about:
      "The steps that a critical alert or a leak climbs until somebody acknowledges it. `whom` is `everybody`, `others` (members whom no earlier step names), `contacts` (people outside the home who have said yes), or the id of a member or contact.",
    answers: shows(Escalation, "The steps"),
  },
  "escalation.set": {
    summary: "Replace the escalation",
    about:
      "The first step comes after 0 minutes, and none earlier than the one before. `null` goes back to the default. Alerts that are open already keep their steps.",
    answers: shows(Escalation, "The steps"),
  },
} satisfies WordsOf<typeof RULES>;

/** What a home is told, and whether it arrives. */
export const DELIVERY_WORDS = {
  "deliveries.list": {
    summary: "List deliveries",
    about:
      "Recipients are masked. `dead` was given up after its last attempt, `dropped` was overtaken by later news.",
    answers: shows(DeliveryList, "A page of messages"),
  },
  "deliveries.retry": {
    summary: "Retry a delivery",
    about: "Only a message in the state `dead` can be tried again; it is sent at once.",
    answers: shows(DeliveryAnswer, "The message, waiting"),
    refusals: [409],
  },
  "deliveries.replay": {
    summary: "Replay a webhook delivery",
    about: `Calls the webhook once more with the same event: \`webhook-id\` stays the event's, and the delivery has an ID of its own. While one replay of an event waits, that one is answered. ${LIMITS.deliveryReplaysPerHour} an hour and home; only for webhooks, and not while the delivery waits.`,
    answers: makes(DeliveryAnswer, "The new delivery, waiting"),
    refusals: [409],
  },
  "notifications.test": {
    summary: "Send a test message",
    about:
      "With a session it goes to you, with an API key to the home's owners. Answers when the message is on its way; the list of deliveries shows whether it arrived. Five tests an hour and home.",
    answers: shows(NotificationTestAnswer, "On its way"),
    refusals: [404, 409],
  },
} satisfies WordsOf<typeof DELIVERIES>;

/** What a home's people and its programs have alike. */
export const homeRoutes = (mounted: Mounted): RouteDescription[] => [
  ...described(DEVICES, DEVICE_WORDS, mounted),
  ...described(PULL_SETUP, PULL_SETUP_WORDS, mounted),
  ...described(FEEDS_AND_READINGS, FEED_AND_READING_WORDS, mounted),
  ...described(ALERTS, ALERT_WORDS, mounted),
  ...described(RULES, RULE_WORDS, mounted),
  ...described(DELIVERIES, DELIVERY_WORDS, mounted),
];
