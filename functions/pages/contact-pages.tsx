import type { MiddlewareHandler } from "hono";
import { Hono } from "hono/tiny";
import type { Services } from "../../lib/kernel/services.actions.ts";
import {
  addContact,
  type ContactPorts,
  verifyContact,
} from "../../lib/messages/contacts/add-contact.actions.ts";
import {
  changeContact,
  registerPush,
  removeContact,
  removePush,
} from "../../lib/messages/contacts/contacts.actions.ts";
import { createTelegramLink, type TelegramLinkPorts } from "../../lib/messages/contacts/telegram.actions.ts";
import { endKeyOverlap, rotateWebhookKey } from "../../lib/messages/contacts/webhook-keys.actions.ts";
import { LIMITS } from "../../schema/limits.ts";
import {
  ContactCode,
  ContactPatch,
  NewContact,
  PushRegistration,
  PushRemoval,
} from "../../schema/wire/account/contacts.ts";
import { formsOn, idIn } from "./form-action.ts";
import { shownOnce } from "./form-note.ts";
import { doneAt } from "./owner-page.tsx";
import { type PageEnv, pageMay } from "./session.ts";

const PAGE = "/notifications";

type ContactPagePorts = ContactPorts & TelegramLinkPorts & Pick<Services, "wake" | "report">;

/** The forms on `/notifications` that add, confirm and remove where somebody is reached. */
export function contactPages(ports: ContactPagePorts, guard: MiddlewareHandler<PageEnv>) {
  const routes = new Hono<PageEnv>();
  const forms = formsOn(routes, guard);
  forms("/notifications/contacts", null, {
    page: PAGE,
    shape: NewContact,
    wish: ({ text }) => ({ channel: text("channel"), address: text("address") }),
    run: (c, contact) => addContact(ports, c.var, contact),
    field: "address",
    done: (c, { contact, secret }) =>
      secret === null
        ? doneAt(c, PAGE, contact.state === "unverified" ? "codeSent" : "saved")
        : shownOnce(c, PAGE, { kind: "webhook", token: contact.address, secret }),
    wakes: ports,
  });
  forms("/notifications/contacts/:id/verify", null, {
    page: PAGE,
    shape: ContactCode,
    wish: ({ text }) => ({ code: text("code") }),
    run: (c, { code }) => verifyContact(ports, c.var, idIn(c), code),
    done: "saved",
  });
  forms("/notifications/telegram", null, {
    page: PAGE,
    run: (c) => createTelegramLink(ports, c.var),
    done: (c, { url, group_url: groupUrl }) => shownOnce(c, PAGE, { kind: "telegram", url, groupUrl }),
    wakes: ports,
  });
  forms("/notifications/contacts/:id/after", null, {
    page: PAGE,
    shape: ContactPatch,
    wish: ({ number }) => ({ after_minutes: number("after_minutes") }),
    run: (c, { after_minutes: minutes }) => changeContact(ports, c.var, idIn(c), minutes),
    done: "saved",
  });
  forms("/notifications/contacts/:id/rotate-key", null, {
    page: PAGE,
    run: (c) => rotateWebhookKey(ports, c.var, idIn(c), LIMITS.webhookKeyOverlapHours),
    done: (c, { contact, secret }) => shownOnce(c, PAGE, { kind: "webhook", token: contact.address, secret }),
  });
  forms("/notifications/contacts/:id/end-previous-key", null, {
    page: PAGE,
    run: (c) => endKeyOverlap(ports, c.var, idIn(c)),
    done: "keyEnded",
  });
  forms("/notifications/contacts/:id/remove", null, {
    page: PAGE,
    run: (c) => removeContact(ports, c.var, idIn(c)),
    done: "removed",
  });
  return routes;
}

/** Where a browser that was allowed to tell of alerts leaves its token, and where it takes it back. */
export function pushPages(
  ports: Pick<Services, "db" | "clock" | "random">,
  guard: MiddlewareHandler<PageEnv>,
) {
  const routes = new Hono<PageEnv>();
  const forms = formsOn(routes, guard);
  forms(`${PAGE}/push`, pageMay("register_push"), {
    page: PAGE,
    shape: PushRegistration,
    wish: ({ text }) => ({ token: text("token"), platform: "web" }),
    run: (c, { token }) => registerPush(ports, c.var, { token, platform: "web", appId: null }),
    done: "saved",
  });
  forms(`${PAGE}/push/remove`, pageMay("remove_push"), {
    page: PAGE,
    shape: PushRemoval,
    wish: ({ text }) => ({ token: text("token") }),
    run: (c, { token }) => removePush(ports, c.var, token),
    done: "removed",
  });
  return routes;
}
