import { LIMITS } from "../../limits.ts";
import { ALERTS, DELIVERIES, DEVICES, FEEDS_AND_READINGS, PULL_SETUP, RULES } from "../../routes/home.ts";
import { AlertSettingsAnswer, HomeAlertSettingsAnswer } from "../../wire/alert-settings.ts";
import { AlertAnswer, AlertList, AlertWithFindings } from "../../wire/alerts.ts";
import { DeliveryAnswer, DeliveryList, NotificationTestAnswer } from "../../wire/deliveries.ts";
import { Escalation } from "../../wire/escalation.ts";
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
    about: "Everyone who can see the home can call it. A time that isn't set, or is over, is null.",
    answers: shows(QuietStatus, "The current status of the home"),
    refusals: [404],
  },
  "quiet.set": {
    summary: "Change snooze and vacation",
    about:
      "A snooze pauses warnings, for 4 hours if you omit `hours`; critical alerts and leaks still go out. A vacation makes alerts more sensitive, and lasts until you clear it if you omit `hours`.",
    answers: shows(QuietAnswer, "The current status of the home"),
    refusals: [404],
  },
  "alerts.list": {
    summary: "List alerts",
    about:
      "Each alert is one episode, from its opening to its end. `from` (inclusive) and `to` (exclusive) filter by the time of opening.",
    answers: shows(AlertList, "A page of alerts"),
  },
  "alerts.get": {
    summary: "Get an alert",
    about:
      "Each finding names the reading, the limit and the time of the decision, so that you can check it later.",
    answers: shows(AlertWithFindings, "The alert"),
  },
  "alerts.timeline": {
    summary: "Get an alert's timeline",
    about:
      "Returns everything that happened, oldest first: decisions with their readings, messages and their delivery, escalation steps, acknowledgements, assignments, answers. It stays after the alert ends. Recipients are masked.",
    answers: shows(Timeline, "The timeline"),
  },
  "alerts.acknowledge": {
    summary: "Acknowledge an alert",
    about:
      "Stops reminders unless it gets worse. Acknowledging it again changes nothing. If the alert is over, the answer is 410.",
    answers: shows(AlertAnswer, "The alert"),
    refusals: [409, 410],
  },
  "alerts.answer": {
    summary: "Answer a heating alert",
    about:
      "Only an alert of the kind `heating_stopped` has a question. `turned_down` and `door_open` explain the cold for some hours; `no` makes the alert critical.",
    answers: shows(AlertAnswer, "The alert"),
    refusals: [409],
  },
} satisfies WordsOf<typeof ALERTS>;

export const RULE_WORDS = {
  "rules.list": {
    summary: "List rules",
    about: "Returns the home's custom rules, which add to the built-in alerts.",
    answers: shows(RuleList, "A page of rules"),
  },
  "rules.create": {
    summary: "Create a rule",
    about:
      "The rule applies from the next reading on. `value` is in `unit`, or in the sensor's own unit if you omit it.",
    answers: makes(RuleAnswer, "The rule"),
    refusals: [404, 409],
  },
  "rules.simulate": {
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
  },
  "rules.get": {
    summary: "Get a rule",
    about: "Returns the rule with the defaults filled in.",
    answers: shows(RuleAnswer, "The rule"),
  },
  "rules.update": {
    summary: "Update a rule",
    about: "Fields you omit keep their value. You can't change a rule's sensor: create another rule instead.",
    answers: shows(RuleAnswer, "The rule"),
    refusals: [409],
  },
  "rules.delete": {
    summary: "Delete a rule",
    about:
      "If the rule has an open alert, the alert ends, and those who were notified of it learn of its end.",
    answers: shows(Ok, "Deleted"),
    refusals: [409],
  },
  "alertSettings.get": {
    summary: "Get the alert settings",
    about:
      "`overrides` has your own settings, with those for each placement in `by_placement`. `effective` adds the defaults; a placement may still override it.",
    answers: shows(HomeAlertSettingsAnswer, "The settings"),
    refusals: [404],
  },
  "alertSettings.replace": {
    summary: "Replace the alert settings",
    about:
      "Replaces all settings. A kind or field that you omit goes back to its default. Give temperatures with their unit. `by_placement` applies to all sensors of a placement, and overrides the home's own settings and the placement's defaults.",
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
      "`effective` combines the sensor's overrides, then its home's, then the defaults of its placement.",
    answers: shows(AlertSettingsAnswer, "The settings"),
  },
  "sensors.replaceAlertSettings": {
    summary: "Replace a sensor's alert settings",
    about:
      "Replaces all settings. A kind or field that you omit follows the home's settings. You can only set kinds that watch one sensor.",
    example: SETTINGS,
    answers: shows(AlertSettingsAnswer, "The settings"),
  },
  "escalation.get": {
    summary: "Get the escalation steps",
    about:
      "Returns the steps of a critical alert or a leak until somebody acknowledges it. `whom` is `everybody`, `others` (members whom no earlier step names), `contacts` (people outside the home who have said yes), or the id of a member or contact.",
    answers: shows(Escalation, "The steps"),
  },
  "escalation.set": {
    summary: "Replace the escalation steps",
    about:
      "The first step comes after 0 minutes, and no step comes before the previous one. `null` restores the default. Open alerts keep their steps.",
    answers: shows(Escalation, "The steps"),
  },
} satisfies WordsOf<typeof RULES>;

/** A home's messages, and if they arrive. */
export const DELIVERY_WORDS = {
  "deliveries.list": {
    summary: "List deliveries",
    about:
      "Recipients are masked. A `dead` message failed after its last attempt; a later message replaced a `dropped` one.",
    answers: shows(DeliveryList, "A page of messages"),
  },
  "deliveries.retry": {
    summary: "Retry a delivery",
    about: "Sends a `dead` message again, at once. Other messages answer 409.",
    answers: shows(DeliveryAnswer, "The waiting message"),
    refusals: [409],
  },
  "deliveries.replay": {
    summary: "Replay a webhook delivery",
    about: `Calls the webhook again with the same event and the same \`webhook-id\`; the delivery gets a new ID. While one replay of an event waits, the answer is that replay. At most ${LIMITS.deliveryReplaysPerHour} an hour and home. Only for webhooks, and not while the delivery waits.`,
    answers: makes(DeliveryAnswer, "The new, waiting delivery"),
    refusals: [409],
  },
  "notifications.test": {
    summary: "Send a test message",
    about:
      "With a session, the message goes to you; with an API key, to the home's owners. The answer doesn't wait for delivery: check the list of deliveries. At most five tests an hour and home.",
    answers: shows(NotificationTestAnswer, "The message is on its way"),
    refusals: [404, 409],
  },
  "notifications.testAll": {
    summary: "Send a test message to everybody",
    about:
      "Owners and managers only. The message goes to everybody who would get a critical alert, on every channel but phone calls, including contacts outside the home who have said yes. It counts as one of the five tests an hour.",
    answers: shows(NotificationTestAnswer, "The messages are on their way"),
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
