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
import { wakeInBackground } from "../_http/in-background.ts";
import { validate } from "../_http/validate.ts";
import { readForm } from "./form.ts";
import { formRefused, shownOnce } from "./form-note.ts";
import { doneAt } from "./owner-page.tsx";
import { problemPage } from "./problem-page.tsx";
import { type PageEnv, pageMay } from "./session.ts";

const PAGE = "/notifications";

const PATH = "/notifications/push";

type ContactPagePorts = ContactPorts & TelegramLinkPorts & Pick<Services, "wake" | "report">;

/** The forms on `/notifications` that add, confirm and remove where somebody is reached. */
export function contactPages(ports: ContactPagePorts, guard: MiddlewareHandler<PageEnv>) {
  const routes = new Hono<PageEnv>();
  routes.post("/notifications/contacts", guard, async (c) => {
    const form = await readForm(c);
    if (!form.ok) return problemPage(c, form.problem);
    const wish = {
      channel: form.value.text("channel"),
      address: form.value.text("address"),
    };
    const given = validate(NewContact, wish);
    if (!given.ok) return formRefused(c, PAGE, given.problem, form.value);
    const added = await addContact(ports, c.var, given.value);
    if (!added.ok) {
      const { problem } = added;
      const isOfAddress = problem.sentences !== undefined;
      return formRefused(c, PAGE, isOfAddress ? { ...problem, field: "address" } : problem, form.value);
    }
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
  routes.post("/notifications/telegram", guard, async (c) => {
    const form = await readForm(c);
    if (!form.ok) return problemPage(c, form.problem);
    const made = await createTelegramLink(ports, c.var);
    if (!made.ok) return formRefused(c, PAGE, made.problem, form.value);
    wakeInBackground(c, ports);
    const { url, group_url: groupUrl } = made.value;
    return shownOnce(c, PAGE, { kind: "telegram", url, groupUrl });
  });
  routes.post("/notifications/contacts/:id/after", guard, async (c) => {
    const form = await readForm(c);
    if (!form.ok) return problemPage(c, form.problem);
    const given = validate(ContactPatch, { after_minutes: form.value.number("after_minutes") });
    if (!given.ok) return formRefused(c, PAGE, given.problem, form.value);
    const changed = await changeContact(ports, c.var, c.req.param("id"), given.value.after_minutes);
    return changed.ok ? doneAt(c, PAGE, "saved") : formRefused(c, PAGE, changed.problem, form.value);
  });
  routes.post("/notifications/contacts/:id/rotate-key", guard, async (c) => {
    const form = await readForm(c);
    if (!form.ok) return problemPage(c, form.problem);
    const rotated = await rotateWebhookKey(ports, c.var, c.req.param("id"), LIMITS.webhookKeyOverlapHours);
    if (!rotated.ok) return formRefused(c, PAGE, rotated.problem, form.value);
    const { contact, secret } = rotated.value;
    return shownOnce(c, PAGE, { kind: "webhook", token: contact.address, secret });
  });
  routes.post("/notifications/contacts/:id/end-previous-key", guard, async (c) => {
    const ended = await endKeyOverlap(ports, c.var, c.req.param("id"));
    return ended.ok ? doneAt(c, PAGE, "keyEnded") : formRefused(c, PAGE, ended.problem);
  });
  routes.post("/notifications/contacts/:id/remove", guard, async (c) => {
    const form = await readForm(c);
    if (!form.ok) return problemPage(c, form.problem);
    const removed = await removeContact(ports, c.var, c.req.param("id"));
    return removed.ok ? doneAt(c, PAGE, "removed") : formRefused(c, PAGE, removed.problem, form.value);
  });
  return routes;
}

/** Where a browser that was allowed to tell of alerts leaves its token, and where it takes it back. */
export function pushPages(
  ports: Pick<Services, "db" | "clock" | "random">,
  guard: MiddlewareHandler<PageEnv>,
) {
  const routes = new Hono<PageEnv>();
  routes.post(PATH, guard, pageMay("register_push"), async (c) => {
    const form = await readForm(c);
    if (!form.ok) return problemPage(c, form.problem);
    const given = validate(PushRegistration, { token: form.value.text("token"), platform: "web" });
    if (!given.ok) return problemPage(c, given.problem);
    const { token } = given.value;
    const registered = await registerPush(ports, c.var, { token, platform: "web", appId: null });
    return registered.ok ? doneAt(c, "/notifications", "saved") : problemPage(c, registered.problem);
  });
  routes.post(`${PATH}/remove`, guard, pageMay("remove_push"), async (c) => {
    const form = await readForm(c);
    if (!form.ok) return problemPage(c, form.problem);
    const given = validate(PushRemoval, { token: form.value.text("token") });
    if (!given.ok) return problemPage(c, given.problem);
    const removed = await removePush(ports, c.var, given.value.token);
    return removed.ok ? doneAt(c, "/notifications", "removed") : problemPage(c, removed.problem);
  });
  return routes;
}
