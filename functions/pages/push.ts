import type { MiddlewareHandler } from "hono";
import { Hono } from "hono/tiny";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { registerPush, removePush } from "../../lib/messages/contacts/contacts.actions.ts";
import { PushRegistration, PushRemoval } from "../../schema/wire/account/contacts.ts";
import { validate } from "../_http/validate.ts";
import { readForm } from "./form.ts";
import { doneAt } from "./owner-page.tsx";
import { problemPage } from "./problem-page.tsx";
import { type PageEnv, pageMay } from "./session.ts";

const PATH = "/notifications/push";

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
