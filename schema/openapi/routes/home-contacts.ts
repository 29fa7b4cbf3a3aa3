import { HomeContactAnswer, HomeContactList, NewHomeContact } from "../../wire/account/home-contacts.ts";
import { Ok } from "../../wire/text.ts";
import { makes, shows } from "../answers.ts";
import type { RouteDescription } from "../route.ts";

const audience = "session";
const PATH = "/api/account/home-contacts";

export const HOME_CONTACT_ROUTES: RouteDescription[] = [
  {
    id: "account.homeContacts.list",
    method: "get",
    path: PATH,
    summary: "List contacts outside the home",
    about:
      "People without an account whom the home may call when nobody acknowledges an alert. Addresses are masked.",
    audience,
    answers: shows(HomeContactList, "The contacts"),
  },
  {
    id: "account.homeContacts.create",
    method: "post",
    path: PATH,
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
    path: `${PATH}/{id}`,
    summary: "Remove a contact outside the home",
    about: "Nothing more is sent to them, and their links stop working.",
    audience,
    answers: shows(Ok, "Removed"),
  },
];
