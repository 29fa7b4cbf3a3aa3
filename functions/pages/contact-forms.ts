import { addContact, verifyContact } from "../../lib/messages/contacts/add-contact.actions.ts";
import {
  changeContact,
  registerPush,
  removeContact,
  removePush,
} from "../../lib/messages/contacts/contacts.actions.ts";
import { createTelegramLink } from "../../lib/messages/contacts/telegram.actions.ts";
import { endKeyOverlap, rotateWebhookKey } from "../../lib/messages/contacts/webhook-keys.actions.ts";
import { LIMITS } from "../../schema/limits.ts";
import {
  ContactCode,
  ContactPatch,
  NewContact,
  PushRegistration,
  PushRemoval,
} from "../../schema/wire/account/contacts.ts";
import { shownOnce } from "./form-note.ts";
import { doneAt } from "./owner-page.tsx";
import { idIn } from "./session.ts";
import type { PageServices, PutForm } from "./site.ts";

const PAGE = "/notifications";
const CONTACT = `${PAGE}/contacts/:id`;

/** The forms on `/notifications` that add, confirm and remove where somebody is reached, a browser among them. */
export function contactForms(form: PutForm, services: PageServices): void {
  form(`${PAGE}/contacts`, null, {
    shape: NewContact,
    run: (c, contact) => addContact(services, c.var, contact),
    field: "address",
    done: (c, { contact, secret }) =>
      secret === null
        ? doneAt(c, PAGE, contact.state === "unverified" ? "codeSent" : "saved")
        : shownOnce(c, PAGE, { kind: "webhook", token: contact.address, secret }),
    wakes: services,
  });
  form(`${CONTACT}/verify`, null, {
    shape: ContactCode,
    run: (c, { code }) => verifyContact(services, c.var, idIn(c), code),
    done: "saved",
  });
  form(`${PAGE}/telegram`, null, {
    run: (c) => createTelegramLink(services, c.var),
    done: (c, { url, group_url: groupUrl }) => shownOnce(c, PAGE, { kind: "telegram", url, groupUrl }),
    wakes: services,
  });
  form(`${CONTACT}/after`, null, {
    shape: ContactPatch,
    run: (c, { after_minutes: minutes }) => changeContact(services, c.var, idIn(c), minutes),
    done: "saved",
  });
  form(`${CONTACT}/rotate-key`, null, {
    run: (c) => rotateWebhookKey(services, c.var, idIn(c), LIMITS.webhookKeyOverlapHours),
    done: (c, { contact, secret }) => shownOnce(c, PAGE, { kind: "webhook", token: contact.address, secret }),
  });
  form(`${CONTACT}/end-previous-key`, null, {
    run: (c) => endKeyOverlap(services, c.var, idIn(c)),
    done: "keyEnded",
  });
  form(`${CONTACT}/remove`, null, {
    run: (c) => removeContact(services, c.var, idIn(c)),
    done: "removed",
  });
  form(`${PAGE}/push`, "register_push", {
    shape: PushRegistration,
    run: (c, { token }) => registerPush(services, c.var, { token, platform: "web", appId: null }),
    done: "saved",
  });
  form(`${PAGE}/push/remove`, "remove_push", {
    shape: PushRemoval,
    run: (c, { token }) => removePush(services, c.var, token),
    done: "removed",
  });
}
