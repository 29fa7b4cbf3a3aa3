import type { Services } from "../../lib/kernel/services.actions.ts";
import {
  changeNotifications,
  registerPush,
  removePush,
  showNotifications,
} from "../../lib/messages/contacts/contacts.actions.ts";
import { shows } from "../../schema/openapi/route.ts";
import { PushRegistration, PushRemoval } from "../../schema/wire/account/contacts.ts";
import { Notifications, NotificationsChange } from "../../schema/wire/account/notifications.ts";
import { Ok } from "../../schema/wire/text.ts";
import { routesFor } from "../_http/mounted-routes.ts";

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
    answer: (services, c, { token }) => removePush(services, c.var, token),
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
