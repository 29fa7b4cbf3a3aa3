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
    summary: "Where the caller can be reached: phone number, push tokens, webhooks",
    about: "The list is the person's own, in the order of adding. Addresses are masked.",
    audience,
    answers: shows(ContactList, "The contacts"),
  },
  {
    id: "account.contacts.create",
    method: "post",
    path: PATH,
    summary: "Adds a phone number, which is sent a code, or a webhook, whose signing secret is shown once",
    about:
      "A phone number counts once its code was entered. Calls of a webhook are signed as Standard Webhooks.",
    audience,
    body: NewContact,
    answers: makes(AddedContact, "The contact"),
    refusals: [409, 429],
  },
  {
    id: "account.contacts.verify",
    method: "post",
    path: `${PATH}/{id}/verify`,
    summary: "Enters the code that was sent to a phone number",
    about: "After five wrong codes a new one has to be asked for.",
    audience,
    body: ContactCode,
    answers: shows(ContactAnswer, "The contact counts from now on"),
  },
  {
    id: "account.contacts.delete",
    method: "delete",
    path: `${PATH}/{id}`,
    summary: "Removes a contact",
    about: "Nothing more is sent to it, from any home.",
    audience,
    answers: shows(Ok, "Removed"),
  },
];
