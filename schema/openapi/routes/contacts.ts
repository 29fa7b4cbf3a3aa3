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
  "account.contacts.list": {
    summary: "List contacts",
    about:
      "Where the caller can be reached: phone number, push tokens, webhooks, apps and chats. Addresses are masked.",
    answers: shows(ContactList, "The contacts"),
  },
  "account.contacts.create": {
    summary: "Add a contact",
    about:
      "A webhook counts at once, and its signing secret is shown this once (Standard Webhooks). Every other contact is sent a code and counts once that was entered. docs/notifications.md says what each channel's address is.",
    answers: makes(AddedContact, "The contact"),
    refusals: [409, 429],
  },
  "account.contacts.verify": {
    summary: "Confirm a contact",
    about: "After five wrong codes a new one has to be asked for.",
    answers: shows(ContactAnswer, "The contact counts from now on"),
  },
  "account.contacts.update": {
    summary: "Change when a contact is notified",
    about:
      "Leaks and critical alerts are told to the contact once nobody has acknowledged them for so long. Everything else comes at once.",
    answers: shows(ContactAnswer, "The contact"),
  },
  "account.contacts.rotateKey": {
    summary: "Rotate a webhook's signing key",
    about:
      "The new key is shown this once. During the overlap `webhook-signature` holds two signatures, by the new and the previous key, so that the receiver can be changed in between; it ends by itself.",
    answers: shows(RotatedWebhookKey, "The webhook and its new key"),
    refusals: [404, 409],
  },
  "account.contacts.endPreviousKey": {
    summary: "End a webhook's previous key",
    about: "Ends an overlap before its time. Calls are signed with the new key alone from then on.",
    answers: shows(ContactAnswer, "The webhook"),
  },
  "account.contacts.delete": {
    summary: "Remove a contact",
    about: "Nothing more is sent to it, from any home.",
    answers: shows(Ok, "Removed"),
  },
} satisfies WordsOf<typeof CONTACTS>;

export const CONTACT_ROUTES = described(CONTACTS, CONTACT_WORDS);

export const HOME_CONTACT_WORDS = {
  "account.homeContacts.list": {
    summary: "List contacts outside the home",
    about:
      "People without an account whom the home may call when nobody acknowledges an alert. Addresses are masked.",
    answers: shows(HomeContactList, "The contacts"),
  },
  "account.homeContacts.create": {
    summary: "Add a contact outside the home",
    about:
      "Sends one question in the given language. Nothing else is sent before they have said yes with its link, and the same link stops it. `sms` needs the Pro plan.",
    answers: makes(HomeContactAnswer, "The contact, who has not answered yet"),
    refusals: [403, 404, 409, 429],
  },
  "account.homeContacts.delete": {
    summary: "Remove a contact outside the home",
    about: "Nothing more is sent to them, and their links stop working.",
    answers: shows(Ok, "Removed"),
  },
} satisfies WordsOf<typeof HOME_CONTACTS>;

export const HOME_CONTACT_ROUTES = described(HOME_CONTACTS, HOME_CONTACT_WORDS);

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

export const PUSH_WORDS = {
  "account.pushTokens.register": {
    summary: "Register a push token",
    about: "Pro only. The same token again is an update.",
    answers: shows(Ok, "Registered"),
    refusals: [409],
  },
  "account.pushTokens.remove": {
    summary: "Remove a push token",
    about: "A token that is not known is no error.",
    answers: shows(Ok, "Removed"),
  },
} satisfies WordsOf<typeof PUSH_TOKENS>;

export const PUSH_ROUTES = described(PUSH_TOKENS, PUSH_WORDS);
