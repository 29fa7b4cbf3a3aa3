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
  RotatedWebhookKey,
  WebhookKeyRotation,
} from "../../wire/account/contacts.ts";
import { Ok } from "../../wire/text.ts";
import { makes, type RouteDescription, shows } from "../route.ts";

const HOME_PATH = "/api/account/home-contacts";

const audience = "session";

const PATH = "/api/account/contacts";

export const CONTACT_ROUTES: RouteDescription[] = [
  {
    id: "account.contacts.list",
    method: "get",
    path: PATH,
    summary: "List contacts",
    about:
      "Where the caller can be reached: phone number, push tokens, webhooks, apps and chats. Addresses are masked.",
    audience,
    answers: shows(ContactList, "The contacts"),
  },
  {
    id: "account.contacts.create",
    method: "post",
    path: PATH,
    summary: "Add a contact",
    about:
      "A webhook counts at once, and its signing secret is shown this once (Standard Webhooks). Every other contact is sent a code and counts once that was entered. docs/alerts.md says what each channel's address is.",
    audience,
    body: NewContact,
    answers: makes(AddedContact, "The contact"),
    refusals: [409, 429],
  },
  {
    id: "account.contacts.verify",
    method: "post",
    path: `${PATH}/{id}/verify`,
    summary: "Confirm a contact",
    about: "After five wrong codes a new one has to be asked for.",
    audience,
    body: ContactCode,
    answers: shows(ContactAnswer, "The contact counts from now on"),
  },
  {
    id: "account.contacts.update",
    method: "patch",
    path: `${PATH}/{id}`,
    summary: "Change when a contact is notified",
    about:
      "Leaks and critical alerts are told to the contact once nobody has acknowledged them for so long. Everything else comes at once.",
    audience,
    body: ContactPatch,
    answers: shows(ContactAnswer, "The contact"),
  },
  {
    id: "account.contacts.rotateKey",
    method: "post",
    path: `${PATH}/{id}/rotate-key`,
    summary: "Rotate a webhook's signing key",
    about:
      "The new key is shown this once. During the overlap `webhook-signature` holds two signatures, by the new and the previous key, so that the receiver can be changed in between; it ends by itself.",
    audience,
    body: WebhookKeyRotation,
    once: true,
    answers: shows(RotatedWebhookKey, "The webhook and its new key"),
    refusals: [404, 409],
  },
  {
    id: "account.contacts.endPreviousKey",
    method: "delete",
    path: `${PATH}/{id}/previous-key`,
    summary: "End a webhook's previous key",
    about: "Ends an overlap before its time. Calls are signed with the new key alone from then on.",
    audience,
    answers: shows(ContactAnswer, "The webhook"),
  },
  {
    id: "account.contacts.delete",
    method: "delete",
    path: `${PATH}/{id}`,
    summary: "Remove a contact",
    about: "Nothing more is sent to it, from any home.",
    audience,
    answers: shows(Ok, "Removed"),
  },
];

export const HOME_CONTACT_ROUTES: RouteDescription[] = [
  {
    id: "account.homeContacts.list",
    method: "get",
    path: HOME_PATH,
    summary: "List contacts outside the home",
    about:
      "People without an account whom the home may call when nobody acknowledges an alert. Addresses are masked.",
    audience,
    answers: shows(HomeContactList, "The contacts"),
  },
  {
    id: "account.homeContacts.create",
    method: "post",
    path: HOME_PATH,
    summary: "Add a contact outside the home",
    about:
      "Sends one question in the given language. Nothing else is sent before they have said yes with its link, and the same link stops it. `sms` needs the Pro plan.",
    audience,
    body: NewHomeContact,
    answers: makes(HomeContactAnswer, "The contact, who has not answered yet"),
    refusals: [403, 404, 409, 429],
  },
  {
    id: "account.homeContacts.delete",
    method: "delete",
    path: `${HOME_PATH}/{id}`,
    summary: "Remove a contact outside the home",
    about: "Nothing more is sent to them, and their links stop working.",
    audience,
    answers: shows(Ok, "Removed"),
  },
];
