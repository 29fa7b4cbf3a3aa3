import type { Services } from "../../lib/kernel/services.actions.ts";
import {
  changeNotifications,
  registerPush,
  removePush,
  showNotifications,
} from "../../lib/messages/contacts/contacts.actions.ts";
import { listDeliveries } from "../../lib/messages/deliveries.actions.ts";
import { sendTest } from "../../lib/messages/send-test.actions.ts";
import { shows } from "../../schema/openapi/route.ts";
import { PushRegistration, PushRemoval } from "../../schema/wire/account/contacts.ts";
import { Notifications, NotificationsChange } from "../../schema/wire/account/notifications.ts";
import {
  DeliveriesQuery,
  DeliveryList,
  NotificationTest,
  NotificationTestAnswer,
} from "../../schema/wire/deliveries.ts";
import { Ok } from "../../schema/wire/text.ts";
import { routesFor } from "../_http/mounted-routes.ts";
import { type HomeEnv, homeOf } from "../_http/require-session.ts";

const route = routesFor<Services>();

export const PUSH_TOKENS = {
  "pushTokens.register": route({
    on: "POST /api/push/fcm",
    may: "register_push",
    body: PushRegistration,
    summary: "Register a push token",
    about: "Pro only. Registering the same token again updates it.",
    answers: shows(Ok, "Registered"),
    refusals: [409],
    answer: (services, c, { token, platform = null, appId = null }) =>
      registerPush(services, c.var, { token, platform, appId }),
  }),
  "pushTokens.remove": route({
    on: "DELETE /api/push/fcm",
    may: "remove_push",
    body: PushRemoval,
    summary: "Remove a push token",
    about: "An unknown token isn't an error.",
    answers: shows(Ok, "Removed"),
    answer: (services, c, removal) => removePush(services, c.var, removal),
  }),
};

export const NOTIFICATIONS = {
  "notifications.get": route({
    on: "GET /api/v1/notifications",
    summary: "Get notification settings",
    about:
      "Returns your own settings in this home. `channels` shows which channels this installation can use.",
    answers: shows(Notifications, "Your settings"),
    refusals: [404],
    answer: (services, c) => showNotifications(services, c.var.member),
  }),
  "notifications.update": route({
    on: "PATCH /api/v1/notifications",
    body: NotificationsChange,
    wakes: true,
    summary: "Update notification settings",
    about:
      "Fields you omit keep their value. A new phone number gets a code and works once you have entered it.",
    answers: shows(Notifications, "Your settings"),
    refusals: [404],
    answer: (services, c, change) => changeNotifications(services, c.var, change),
  }),
};

const homeRoute = routesFor<Services, HomeEnv>();

/** The home's message log, and test messages. */
export const DELIVERIES = {
  "deliveries.list": homeRoute({
    on: "GET /deliveries",
    may: "read_home",
    query: DeliveriesQuery,
    summary: "List deliveries",
    about:
      "Recipients are masked. A `dead` message failed after its last attempt; a later message replaced a `dropped` one.",
    answers: shows(DeliveryList, "A page of messages"),
    answer: (services, c, query) => listDeliveries(services, homeOf(c), query),
  }),
  // Everybody who can see the home gets its messages, and may test them.
  "notifications.test": homeRoute({
    on: "POST /notifications/test",
    may: "read_home",
    body: NotificationTest,
    wakes: true,
    summary: "Send a test message",
    about:
      "With a session, the message goes to you; with an API key, to the home's owners. The answer doesn't wait for delivery: check the list of deliveries. At most five tests an hour and home.",
    answers: shows(NotificationTestAnswer, "The message is on its way"),
    refusals: [404, 409],
    answer: (services, c, { channel }) => sendTest(services, c.var.acting, channel),
  }),
  "notifications.testAll": homeRoute({
    on: "POST /notifications/test-all",
    may: "manage_escalation",
    wakes: true,
    summary: "Send a test message to everybody",
    about:
      "Owners and managers only. The message goes to everybody who would get a critical alert, on every channel but phone calls, including contacts outside the home who have said yes. It counts as one of the five tests an hour.",
    answers: shows(NotificationTestAnswer, "The messages are on their way"),
    refusals: [404, 409],
    answer: (services, c) => sendTest(services, c.var.acting, "all"),
  }),
};
