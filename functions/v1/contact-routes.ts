import type { Services } from "../../lib/kernel/services.actions.ts";
import {
  addContact,
  type ContactPorts,
  verifyContact,
} from "../../lib/messages/contacts/add-contact.actions.ts";
import {
  changeContact,
  changeNotifications,
  listContacts,
  type NotificationPorts,
  registerPush,
  removeContact,
  removePush,
  showNotifications,
} from "../../lib/messages/contacts/contacts.actions.ts";
import { endKeyOverlap, rotateWebhookKey } from "../../lib/messages/contacts/webhook-keys.actions.ts";
import {
  addHomeContact,
  listHomeContacts,
  type OutsiderPorts,
  removeHomeContact,
} from "../../lib/messages/outsiders/outsiders.actions.ts";
import { makes, shows } from "../../schema/openapi/route.ts";
import {
  AddedContact,
  ContactAnswer,
  ContactCode,
  ContactList,
  ContactPatch,
  HomeContactAnswer,
  HomeContactList,
  NewContact,
  NewHomeContact,
  PushRegistration,
  PushRemoval,
  RotatedWebhookKey,
  WebhookKeyRotation,
} from "../../schema/wire/account/contacts.ts";
import { Notifications, NotificationsChange } from "../../schema/wire/account/notifications.ts";
import { Ok } from "../../schema/wire/text.ts";
import { routesFor } from "../_http/mounted-routes.ts";
import { pathId } from "../_http/require-session.ts";

export type ContactRoutePorts = ContactPorts & OutsiderPorts & NotificationPorts;

const HOME_PATH = "/api/v1/home-contacts";
const PATH = "/api/v1/contacts";

const route = routesFor<
  ContactPorts & OutsiderPorts & Pick<Services, "db" | "clock" | "random"> & NotificationPorts
>();

/** How a person is reached: everyone's own, whatever the role. */
export const CONTACTS = {
  "contacts.list": route({
    on: `GET ${PATH}`,
    summary: "List contacts",
    about:
      "Returns your own contacts: phone number, push tokens, webhooks, apps and chats. Addresses are masked.",
    answers: shows(ContactList, "The contacts"),
    answer: (ports, c) => listContacts(ports, c.var.member.userId),
  }),
  "contacts.create": route({
    on: `POST ${PATH}`,
    body: NewContact,
    makes: true,
    wakes: true,
    summary: "Add a contact",
    about:
      "A webhook works at once; this answer shows its signing secret (Standard Webhooks), which can't be shown again. Every other contact gets a code and works once you have entered it. docs/notifications.md describes each channel's address.",
    answers: makes(AddedContact, "The contact"),
    refusals: [409, 429],
    answer: (ports, c, wish) => addContact(ports, c.var, wish),
  }),
  "contacts.verify": route({
    on: `POST ${PATH}/:id/verify`,
    body: ContactCode,
    summary: "Confirm a contact",
    about: "After five wrong codes, request a new one.",
    answers: shows(ContactAnswer, "The contact is confirmed"),
    answer: (ports, c, { code }) => verifyContact(ports, c.var, pathId(c), code),
  }),
  "contacts.update": route({
    on: `PATCH ${PATH}/:id`,
    body: ContactPatch,
    summary: "Update a contact's delay",
    about:
      "The contact gets leaks and critical alerts only if nobody has acknowledged them for this time. Everything else goes out at once.",
    answers: shows(ContactAnswer, "The contact"),
    answer: (ports, c, { after_minutes }) => changeContact(ports, c.var, pathId(c), after_minutes),
  }),
  "contacts.rotateKey": route({
    on: `POST ${PATH}/:id/rotate-key`,
    body: WebhookKeyRotation,
    once: true,
    summary: "Rotate a webhook's signing key",
    about:
      "The new key can't be shown again. During the overlap, `webhook-signature` holds two signatures, one by each key, so that you can update the receiver at any time. The overlap ends by itself.",
    answers: shows(RotatedWebhookKey, "The webhook and its new key"),
    refusals: [404, 409],
    answer: (ports, c, { overlap_hours }) => rotateWebhookKey(ports, c.var, pathId(c), overlap_hours),
  }),
  "contacts.endPreviousKey": route({
    on: `DELETE ${PATH}/:id/previous-key`,
    summary: "End a webhook's previous key",
    about: "Ends an overlap early. From then on, only the new key signs calls.",
    answers: shows(ContactAnswer, "The webhook"),
    answer: (ports, c) => endKeyOverlap(ports, c.var, pathId(c)),
  }),
  "contacts.delete": route({
    on: `DELETE ${PATH}/:id`,
    summary: "Remove a contact",
    about: "No home sends anything to it any more.",
    answers: shows(Ok, "Removed"),
    answer: (ports, c) => removeContact(ports, c.var, pathId(c)),
  }),
};

/** People without an account whom the home may call. */
export const HOME_CONTACTS = {
  "homeContacts.list": route({
    on: `GET ${HOME_PATH}`,
    may: "read_home",
    summary: "List contacts outside the home",
    about:
      "Returns people without an account whom the home contacts when nobody acknowledges an alert. Addresses are masked.",
    answers: shows(HomeContactList, "The contacts"),
    answer: (ports, c) => listHomeContacts(ports, c.var.member.householdId),
  }),
  "homeContacts.create": route({
    on: `POST ${HOME_PATH}`,
    may: "manage_escalation",
    body: NewHomeContact,
    makes: true,
    wakes: true,
    summary: "Add a contact outside the home",
    about:
      "Sends one question in the given language. They get nothing else until they say yes with its link; the same link stops messages. `sms` needs the Pro plan.",
    answers: makes(HomeContactAnswer, "The contact, who hasn't answered yet"),
    refusals: [403, 404, 409, 429],
    answer: (ports, c, wish) => addHomeContact(ports, c.var, wish),
  }),
  "homeContacts.delete": route({
    on: `DELETE ${HOME_PATH}/:id`,
    may: "manage_escalation",
    summary: "Remove a contact outside the home",
    about: "They get no more messages, and their links stop working.",
    answers: shows(Ok, "Removed"),
    answer: (ports, c) => removeHomeContact(ports, c.var, pathId(c)),
  }),
};

export const PUSH_TOKENS = {
  "pushTokens.register": route({
    on: "POST /api/push/fcm",
    may: "register_push",
    body: PushRegistration,
    summary: "Register a push token",
    about: "Pro only. Registering the same token again updates it.",
    answers: shows(Ok, "Registered"),
    refusals: [409],
    answer: (ports, c, { token, platform = null, appId = null }) =>
      registerPush(ports, c.var, { token, platform, appId }),
  }),
  "pushTokens.remove": route({
    on: "DELETE /api/push/fcm",
    may: "remove_push",
    body: PushRemoval,
    summary: "Remove a push token",
    about: "An unknown token isn't an error.",
    answers: shows(Ok, "Removed"),
    answer: (ports, c, { token }) => removePush(ports, c.var, token),
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
    answer: (ports, c) => showNotifications(ports, c.var.member),
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
    answer: (ports, c, change) => changeNotifications(ports, c.var, wishOf(change)),
  }),
};

function wishOf(change: NotificationsChange) {
  const { quiet_hours: hours, weekly_digest, monthly_report, quarterly_report, ...rest } = change;
  return {
    ...rest,
    weeklyDigest: weekly_digest,
    monthlyReport: monthly_report,
    quarterlyReport: quarterly_report,
    quietHours: hours && { from: hours.from, to: hours.to, timeZone: hours.time_zone },
  };
}
