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

const PATH = "/api/v1/contacts";
const HOME_PATH = "/api/v1/home-contacts";

/** How a person is reached: everyone's own, whatever the role. */
export const CONTACTS = {
  "contacts.list": { on: `GET ${PATH}` },
  "contacts.create": { on: `POST ${PATH}`, body: NewContact, makes: true, wakes: true },
  "contacts.verify": { on: `POST ${PATH}/:id/verify`, body: ContactCode },
  "contacts.update": { on: `PATCH ${PATH}/:id`, body: ContactPatch },
  "contacts.rotateKey": { on: `POST ${PATH}/:id/rotate-key`, body: WebhookKeyRotation, once: true },
  "contacts.endPreviousKey": { on: `DELETE ${PATH}/:id/previous-key` },
  "contacts.delete": { on: `DELETE ${PATH}/:id` },
} as const satisfies Routes;

/** People without an account whom the home may call. */
export const HOME_CONTACTS = {
  "homeContacts.list": { on: `GET ${HOME_PATH}`, may: "read_home" },
  "homeContacts.create": {
    on: `POST ${HOME_PATH}`,
    may: "manage_escalation",
    body: NewHomeContact,
    makes: true,
    wakes: true,
  },
  "homeContacts.delete": { on: `DELETE ${HOME_PATH}/:id`, may: "manage_escalation" },
} as const satisfies Routes;

export const NOTIFICATIONS = {
  "notifications.get": { on: "GET /api/v1/notifications" },
  "notifications.update": {
    on: "PATCH /api/v1/notifications",
    body: NotificationsChange,
    wakes: true,
  },
} as const satisfies Routes;

export const PUSH_TOKENS = {
  "pushTokens.register": { on: "POST /api/push/fcm", may: "register_push", body: PushRegistration },
  "pushTokens.remove": { on: "DELETE /api/push/fcm", may: "remove_push", body: PushRemoval },
} as const satisfies Routes;
