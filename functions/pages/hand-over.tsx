import type { Hono, MiddlewareHandler } from "hono";
import { type HandOverPorts, handOverAlert } from "../../lib/alerts/hand-over-alert.actions.ts";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { may } from "../../lib/people/entitlement.ts";
import type { Member } from "../../lib/people/items.ts";
import { listMembers } from "../../lib/people/members.queries.ts";
import { HandOver } from "../../schema/wire/alerts.ts";
import { wakeInBackground } from "../_http/in-background.ts";
import { validate } from "../_http/validate.ts";
import { readForm } from "./form.ts";
import { formRefused } from "./form-note.ts";
import { doneAt } from "./owner-page.tsx";
import { problemPage } from "./problem-page.tsx";
import { type PageEnv, pageMay } from "./session.ts";

export type HandOverPagePorts = HandOverPorts & Pick<Services, "report" | "wake">;

/** Somebody an alert may be handed over to. */
export type Taker = { userId: string; email: string };

/** Everybody else of the home who may take alerts on. */
export async function takersOf(
  { db }: Pick<Services, "db">,
  { householdId, userId }: Pick<Member, "householdId" | "userId">,
): Promise<Taker[]> {
  const members = await listMembers(db, householdId);
  return members
    .filter(
      ({ user_id: id, role }) => id !== userId && may("acknowledge_alert", { role, plan: "free" }) === "yes",
    )
    .map(({ user_id: id, email }) => ({ userId: id, email }));
}

export function addHandOver(
  routes: Hono<PageEnv>,
  ports: HandOverPagePorts,
  guard: MiddlewareHandler<PageEnv>,
): void {
  routes.post("/alerts/:id/hand-over", guard, pageMay("acknowledge_alert"), async (c) => {
    const id = c.req.param("id");
    const form = await readForm(c);
    if (!form.ok) return problemPage(c, form.problem);
    const wish = validate(HandOver, { user_id: form.value.text("user_id") });
    if (!wish.ok) return formRefused(c, `/alerts/${id}`, wish.problem);
    const handed = await handOverAlert(ports, c.var, { alertId: id, userId: wish.value.user_id });
    if (!handed.ok) return formRefused(c, `/alerts/${id}`, handed.problem);
    wakeInBackground(c, ports);
    return doneAt(c, `/alerts/${id}`, "handedOver");
  });
}
