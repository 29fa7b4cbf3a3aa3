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
import { idIn } from "./form-action.ts";
import { shownOnce } from "./form-note.ts";
import { doneAt } from "./owner-page.tsx";
import type { Site } from "./site.ts";

const PAGE = "/notifications";

/** The forms on `/notifications` that add, confirm and remove where somebody is reached, a browser among them. */
export function contactPages({ services, form }: Site): void {
  form("/notifications/contacts", null, {
    page: PAGE,
    shape: NewContact,
    wish: ({ text }) => ({ channel: text("channel"), address: text("address") }),
    run: (c, contact) => addContact(services, c.var, contact),
    field: "address",
    done: (c, { contact, secret }) =>
      secret === null
        ? doneAt(c, PAGE, contact.state === "unverified" ? "codeSent" : "saved")
        : shownOnce(c, PAGE, { kind: "webhook", token: contact.address, secret }),
    wakes: services,
  });
  form("/notifications/contacts/:id/verify", null, {
    page: PAGE,
    shape: ContactCode,
    wish: ({ text }) => ({ code: text("code") }),
    run: (c, { code }) => verifyContact(services, c.var, idIn(c), code),
    done: "saved",
  });
  form("/notifications/telegram", null, {
    page: PAGE,
    run: (c) => createTelegramLink(services, c.var),
    done: (c, { url, group_url: groupUrl }) => shownOnce(c, PAGE, { kind: "telegram", url, groupUrl }),
    wakes: services,
  });
  form("/notifications/contacts/:id/after", null, {
    page: PAGE,
    shape: ContactPatch,
    wish: ({ number }) => ({ after_minutes: number("after_minutes") }),
    run: (c, { after_minutes: minutes }) => changeContact(services, c.var, idIn(c), minutes),
    done: "saved",
  });
  form("/notifications/contacts/:id/rotate-key", null, {
    page: PAGE,
    run: (c) => rotateWebhookKey(services, c.var, idIn(c), LIMITS.webhookKeyOverlapHours),
    done: (c, { contact, secret }) => shownOnce(c, PAGE, { kind: "webhook", token: contact.address, secret }),
  });
  form("/notifications/contacts/:id/end-previous-key", null, {
    page: PAGE,
    run: (c) => endKeyOverlap(services, c.var, idIn(c)),
    done: "keyEnded",
  });
  form("/notifications/contacts/:id/remove", null, {
    page: PAGE,
    run: (c) => removeContact(services, c.var, idIn(c)),
    done: "removed",
  });
  form(`${PAGE}/push`, "register_push", {
    page: PAGE,
    shape: PushRegistration,
    wish: ({ text }) => ({ token: text("token"), platform: "web" }),
    run: (c, { token }) => registerPush(services, c.var, { token, platform: "web", appId: null }),
    done: "saved",
  });
  form(`${PAGE}/push/remove`, "remove_push", {
    page: PAGE,
    shape: PushRemoval,
    wish: ({ text }) => ({ token: text("token") }),
    run: (c, { token }) => removePush(services, c.var, token),
    done: "removed",
  });
}
