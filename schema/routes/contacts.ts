import {
  ContactCode,
  ContactPatch,
  NewContact,
  NewHomeContact,
  PushRegistration,
  PushRemoval,
  WebhookKeyRotation,
} from "../wire/account/contacts.ts";
import { NotificationsChange } from "../wire/account/notifications.ts";
import type { Routes } from "./route.ts";

const PATH = "/api/account/contacts";
const HOME_PATH = "/api/account/home-contacts";

/** How a person is reached: everyone's own, whatever the role. */
export const CONTACTS = {
  "account.contacts.list": { on: `GET ${PATH}` },
  "account.contacts.create": { on: `POST ${PATH}`, body: NewContact, makes: true, wakes: true },
  "account.contacts.verify": { on: `POST ${PATH}/:id/verify`, body: ContactCode },
  "account.contacts.update": { on: `PATCH ${PATH}/:id`, body: ContactPatch },
  "account.contacts.rotateKey": { on: `POST ${PATH}/:id/rotate-key`, body: WebhookKeyRotation, once: true },
  "account.contacts.endPreviousKey": { on: `DELETE ${PATH}/:id/previous-key` },
  "account.contacts.delete": { on: `DELETE ${PATH}/:id` },
} as const satisfies Routes;

/** People without an account whom the home may call. */
export const HOME_CONTACTS = {
  "account.homeContacts.list": { on: `GET ${HOME_PATH}`, may: "read_home" },
  "account.homeContacts.create": {
    on: `POST ${HOME_PATH}`,
    may: "manage_escalation",
    body: NewHomeContact,
    makes: true,
    wakes: true,
  },
  "account.homeContacts.delete": { on: `DELETE ${HOME_PATH}/:id`, may: "manage_escalation" },
} as const satisfies Routes;

export const NOTIFICATIONS = {
  "account.notifications.get": { on: "GET /api/account/notifications" },
  "account.notifications.update": {
    on: "PATCH /api/account/notifications",
    body: NotificationsChange,
    wakes: true,
  },
} as const satisfies Routes;

export const PUSH_TOKENS = {
  "account.pushTokens.register": { on: "POST /api/push/fcm", may: "register_push", body: PushRegistration },
  "account.pushTokens.remove": { on: "DELETE /api/push/fcm", may: "remove_push", body: PushRemoval },
} as const satisfies Routes;
