import { CONTACTS, HOME_CONTACTS, NOTIFICATIONS, PUSH_TOKENS } from "../../routes/contacts.ts";
import {
  AddedContact,
  ContactAnswer,
  ContactList,
  HomeContactAnswer,
  HomeContactList,
  RotatedWebhookKey,
} from "../../wire/account/contacts.ts";
import { Notifications } from "../../wire/account/notifications.ts";
import { Ok } from "../../wire/text.ts";
import { described, type WordsOf } from "../described.ts";
import { makes, shows } from "../route.ts";

export const CONTACT_WORDS = {
  "contacts.list": {
    summary: "List contacts",
    about:
      "Returns your own contacts: phone number, push tokens, webhooks, apps and chats. Addresses are masked.",
    answers: shows(ContactList, "The contacts"),
  },
  "contacts.create": {
    summary: "Add a contact",
    about:
      "A webhook works at once; this answer shows its signing secret (Standard Webhooks), which can't be shown again. Every other contact gets a code and works once you have entered it. docs/notifications.md describes each channel's address.",
    answers: makes(AddedContact, "The contact"),
    refusals: [409, 429],
  },
  "contacts.verify": {
    summary: "Confirm a contact",
    about: "After five wrong codes, request a new one.",
    answers: shows(ContactAnswer, "The contact is confirmed"),
  },
  "contacts.update": {
    summary: "Update a contact's delay",
    about:
      "The contact gets leaks and critical alerts only if nobody has acknowledged them for this time. Everything else goes out at once.",
    answers: shows(ContactAnswer, "The contact"),
  },
  "contacts.rotateKey": {
    summary: "Rotate a webhook's signing key",
    about:
      "The new key can't be shown again. During the overlap, `webhook-signature` holds two signatures, one by each key, so that you can update the receiver at any time. The overlap ends by itself.",
    answers: shows(RotatedWebhookKey, "The webhook and its new key"),
    refusals: [404, 409],
  },
  "contacts.endPreviousKey": {
    summary: "End a webhook's previous key",
    about: "Ends an overlap early. From then on, only the new key signs calls.",
    answers: shows(ContactAnswer, "The webhook"),
  },
  "contacts.delete": {
    summary: "Remove a contact",
    about: "No home sends anything to it any more.",
    answers: shows(Ok, "Removed"),
  },
} satisfies WordsOf<typeof CONTACTS>;

export const CONTACT_ROUTES = described(CONTACTS, CONTACT_WORDS);

export const HOME_CONTACT_WORDS = {
  "homeContacts.list": {
    summary: "List contacts outside the home",
    about:
      "Returns people without an account whom the home contacts when nobody acknowledges an alert. Addresses are masked.",
    answers: shows(HomeContactList, "The contacts"),
  },
  "homeContacts.create": {
    summary: "Add a contact outside the home",
    about:
      "Sends one question in the given language. They get nothing else until they say yes with its link; the same link stops messages. `sms` needs the Pro plan.",
    answers: makes(HomeContactAnswer, "The contact, who hasn't answered yet"),
    refusals: [403, 404, 409, 429],
  },
  "homeContacts.delete": {
    summary: "Remove a contact outside the home",
    about: "They get no more messages, and their links stop working.",
    answers: shows(Ok, "Removed"),
  },
} satisfies WordsOf<typeof HOME_CONTACTS>;

export const HOME_CONTACT_ROUTES = described(HOME_CONTACTS, HOME_CONTACT_WORDS);

export const NOTIFICATION_WORDS = {
  "notifications.get": {
    summary: "Get notification settings",
    about:
      "Returns your own settings in this home. `channels` shows which channels this installation can use.",
    answers: shows(Notifications, "Your settings"),
    refusals: [404],
  },
  "notifications.update": {
    summary: "Update notification settings",
    about:
      "Fields you omit keep their value. A new phone number gets a code and works once you have entered it.",
    answers: shows(Notifications, "Your settings"),
    refusals: [404],
  },
} satisfies WordsOf<typeof NOTIFICATIONS>;

export const NOTIFICATION_ROUTES = described(NOTIFICATIONS, NOTIFICATION_WORDS);

export const PUSH_WORDS = {
  "pushTokens.register": {
    summary: "Register a push token",
    about: "Pro only. Registering the same token again updates it.",
    answers: shows(Ok, "Registered"),
    refusals: [409],
  },
  "pushTokens.remove": {
    summary: "Remove a push token",
    about: "An unknown token isn't an error.",
    answers: shows(Ok, "Removed"),
  },
} satisfies WordsOf<typeof PUSH_TOKENS>;

export const PUSH_ROUTES = described(PUSH_TOKENS, PUSH_WORDS);
