import type { Context, Hono } from "hono";
import type { LinkedAlerts } from "../../lib/alerts/answer.actions.ts";
import { handOverAlert } from "../../lib/alerts/hand-over-alert.actions.ts";
import { changeQuiet } from "../../lib/alerts/quiet/quiet.actions.ts";
import type { Outcome } from "../../lib/kernel/outcome.ts";
import { may } from "../../lib/people/entitlement.ts";
import { listMembers } from "../../lib/people/members.queries.ts";
import { HandOver } from "../../schema/wire/alerts.ts";
import { QuietAction } from "../../schema/wire/quiet.ts";
import { clientIp, type Edge } from "../_http/caller.ts";
import { wakeInBackground } from "../_http/in-background.ts";
import { validate } from "../_http/validate.ts";
import { readForm } from "./form.ts";
import { formRefused } from "./form-note.ts";
import type { HandOverPagePorts } from "./hand-over.tsx";
import { doneAt } from "./owner-page.tsx";
import { tokenInPath } from "./page-headers.ts";
import { problemPage } from "./problem-page.tsx";
import type { PageEnv } from "./session.ts";

type LinkedActPorts = HandOverPagePorts & { edge: Edge };

/** What a link opens, or the page that says why it opens nothing. */
type Open = (c: Context) => Promise<Outcome<LinkedAlerts> | Response>;

/**
 * Assigns and snoozes by the link of a message, in the name of its recipient: a button offered to somebody who
 * isn't signed in must work where it is pressed.
 */
export function addLinkedActs(routes: Hono<PageEnv>, ports: LinkedActPorts, open: Open): void {
  routes.post("/a/:token/hand-over", tokenInPath, async (c) => {
    const linked = await open(c);
    if (linked instanceof Response) return linked;
    if (!linked.ok) return problemPage(c, linked.problem);
    const page = `/a/${c.req.param("token")}`;
    const { householdId, userId, role, alerts } = linked.value;
    if (may("acknowledge_alert", { role, plan: "free" }) !== "yes")
      return formRefused(c, page, { name: "role_forbids" });
    const form = await readForm(c);
    if (!form.ok) return problemPage(c, form.problem);
    const wish = validate(HandOver, { user_id: form.value.text("user_id") });
    if (!wish.ok) return formRefused(c, page, wish.problem);
    const email = (await listMembers(ports.db, householdId)).find(({ user_id: id }) => id === userId)?.email;
    if (email === undefined) return problemPage(c, { name: "dead_ack_link" });
    const actor = { type: "user", id: userId, ip: clientIp(c, ports.edge) } as const;
    const acting = { member: { householdId, email }, actor };
    for (const { id } of alerts.filter(({ closedAt }) => closedAt === null)) {
      const handed = await handOverAlert(ports, acting, { alertId: id, userId: wish.value.user_id });
      if (!handed.ok) return formRefused(c, page, handed.problem);
    }
    wakeInBackground(c, ports);
    return doneAt(c, page, "handedOver");
  });
  routes.post("/a/:token/quiet", tokenInPath, async (c) => {
    const linked = await open(c);
    if (linked instanceof Response) return linked;
    if (!linked.ok) return problemPage(c, linked.problem);
    const page = `/a/${c.req.param("token")}`;
    const { householdId, userId, role } = linked.value;
    if (may("manage_quiet", { role, plan: "free" }) !== "yes")
      return formRefused(c, page, { name: "role_forbids" });
    const form = await readForm(c);
    if (!form.ok) return problemPage(c, form.problem);
    const wish = validate(QuietAction, { action: "snooze", hours: form.value.number("hours") });
    if (!wish.ok) return formRefused(c, page, wish.problem);
    const actor = { type: "user", id: userId, ip: clientIp(c, ports.edge) } as const;
    const changed = await changeQuiet(
      ports,
      { householdId, actor },
      { action: "snooze", hours: wish.value.hours ?? null },
    );
    return changed.ok ? doneAt(c, page, "quiet") : formRefused(c, page, changed.problem);
  });
}
