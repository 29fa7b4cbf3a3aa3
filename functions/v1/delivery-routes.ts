import type { Services } from "../../lib/kernel/services.actions.ts";
import { listDeliveries } from "../../lib/messages/deliveries.actions.ts";
import { sendTest } from "../../lib/messages/send-test.actions.ts";
import { shows } from "../../schema/openapi/route.ts";
import {
  DeliveriesQuery,
  DeliveryList,
  NotificationTest,
  NotificationTestAnswer,
} from "../../schema/wire/deliveries.ts";
import { routesFor } from "../_http/mounted-routes.ts";
import { type HomeEnv, homeOf } from "../_http/require-session.ts";

const route = routesFor<Services, HomeEnv>();

/** The home's messages by mail, text message and push; and if they would arrive. */
export const DELIVERIES = {
  "deliveries.list": route({
    on: "GET /deliveries",
    may: "read_home",
    query: DeliveriesQuery,
    summary: "List deliveries",
    about:
      "Recipients are masked. A `dead` message failed after its last attempt; a later message replaced a `dropped` one.",
    answers: shows(DeliveryList, "A page of messages"),
    answer: (services, c, query) => listDeliveries(services, homeOf(c), query),
  }),
  // Everybody who sees the home gets its messages, and may test them.
  "notifications.test": route({
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
  "notifications.testAll": route({
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
