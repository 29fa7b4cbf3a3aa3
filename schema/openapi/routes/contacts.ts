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
    method: "get",
    path: PATH,
    summary: "Where the caller can be reached: phone number, push tokens, webhooks",
    audience,
    answers: shows(ContactList, "The contacts"),
  },
  {
    method: "post",
    path: PATH,
    summary: "Adds a phone number, which is sent a code, or a webhook, whose signing secret is shown once",
    audience,
    body: NewContact,
    answers: makes(AddedContact, "The contact"),
    refusals: [409, 429],
  },
  {
    method: "post",
    path: `${PATH}/{id}/verify`,
    summary: "Enters the code that was sent to a phone number",
    audience,
    body: ContactCode,
    answers: shows(ContactAnswer, "The contact counts from now on"),
  },
  {
    method: "delete",
    path: `${PATH}/{id}`,
    summary: "Removes a contact",
    audience,
    answers: shows(Ok, "Removed"),
  },
];
