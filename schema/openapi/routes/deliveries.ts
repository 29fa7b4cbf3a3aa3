import { LIMITS } from "../../limits.ts";
import { NOTIFICATIONS } from "../../routes/contacts.ts";
import type { DELIVERIES } from "../../routes/home.ts";
import { Notifications } from "../../wire/account/notifications.ts";
import { DeliveryAnswer, DeliveryList, NotificationTestAnswer } from "../../wire/deliveries.ts";
import { described, type WordsOf } from "../described.ts";
import { makes, shows } from "../route.ts";

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

export const NOTIFICATION_WORDS = {
  "account.notifications.get": {
    summary: "Get notification settings",
    about:
      "Choices are a person's own in each home. `channels` says for which ways this installation has a provider.",
    answers: shows(Notifications, "One's own choices"),
    refusals: [404],
  },
  "account.notifications.update": {
    summary: "Update notification settings",
    about:
      "Fields you omit keep their value. A new phone number is sent a code, and counts once the code was entered.",
    answers: shows(Notifications, "One's own choices"),
    refusals: [404],
  },
} satisfies WordsOf<typeof NOTIFICATIONS>;

export const NOTIFICATION_ROUTES = described(NOTIFICATIONS, NOTIFICATION_WORDS);
