import {
  AddedContact,
  ContactAnswer,
  ContactCode,
  ContactList,
  NewContact,
} from "../../wire/account/contacts.ts";
import { Ok } from "../../wire/text.ts";
import { makes, shows } from "../answers.ts";
import type { RouteDescription } from "../route.ts";

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
    id: "account.contacts.delete",
    method: "delete",
    path: `${PATH}/{id}`,
    summary: "Remove a contact",
    about: "Nothing more is sent to it, from any home.",
    audience,
    answers: shows(Ok, "Removed"),
  },
];
