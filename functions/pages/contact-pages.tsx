import { Hono, type MiddlewareHandler } from "hono";
import type { Report, Wake } from "../../lib/kernel/ports.ts";
import {
  addContact,
  type ContactPorts,
  verifyContact,
} from "../../lib/messages/contacts/add-contact.actions.ts";
import { removeContact } from "../../lib/messages/contacts/contacts.actions.ts";
import { ContactCode, NewContact } from "../../schema/wire/account/contacts.ts";
import { validate } from "../_http/validate.ts";
import { wakeInBackground } from "../_http/wake-after-writes.ts";
import { readForm } from "./form.ts";
import { formRefused, shownOnce } from "./form-note.ts";
import { doneAt } from "./owner-page.tsx";
import { problemPage } from "./problem-page.tsx";
import type { PageEnv } from "./session.ts";

export type ContactPagePorts = ContactPorts & { wake: Wake; report: Report };

const PAGE = "/notifications";

/** The forms on `/notifications` that add, confirm and remove where somebody is reached. */
export function contactPages(ports: ContactPagePorts, guard: MiddlewareHandler<PageEnv>) {
  const routes = new Hono<PageEnv>();
  routes.post("/notifications/contacts", guard, async (c) => {
    const form = await readForm(c);
    if (!form.ok) return problemPage(c, form.problem);
    const wish = { channel: form.value.text("channel"), address: form.value.text("address") };
    const given = validate(NewContact, wish);
    if (!given.ok) return formRefused(c, PAGE, given.problem, form.value);
    const added = await addContact(ports, c.var, given.value);
    if (!added.ok) return formRefused(c, PAGE, added.problem, form.value);
    wakeInBackground(c, ports);
    const { contact, secret } = added.value;
    if (secret !== null) return shownOnce(c, PAGE, { kind: "webhook", token: contact.address, secret });
    return doneAt(c, PAGE, contact.state === "unverified" ? "codeSent" : "saved");
  });
  routes.post("/notifications/contacts/:id/verify", guard, async (c) => {
    const form = await readForm(c);
    if (!form.ok) return problemPage(c, form.problem);
    const given = validate(ContactCode, { code: form.value.text("code") });
    if (!given.ok) return formRefused(c, PAGE, given.problem, form.value);
    const verified = await verifyContact(ports, c.var, c.req.param("id"), given.value.code);
    return verified.ok ? doneAt(c, PAGE, "saved") : formRefused(c, PAGE, verified.problem, form.value);
  });
  routes.post("/notifications/contacts/:id/remove", guard, async (c) => {
    const form = await readForm(c);
    if (!form.ok) return problemPage(c, form.problem);
    const removed = await removeContact(ports, c.var, c.req.param("id"));
    return removed.ok ? doneAt(c, PAGE, "removed") : formRefused(c, PAGE, removed.problem, form.value);
  });
  return routes;
}
