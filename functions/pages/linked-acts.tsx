import type { Context, Hono, MiddlewareHandler } from "hono";
import type { LinkedAlerts } from "../../lib/alerts/answer.actions.ts";
import { handOverAlert } from "../../lib/alerts/hand-over-alert.actions.ts";
import { changeQuiet } from "../../lib/alerts/quiet/quiet.actions.ts";
import { done, type Outcome, refuse } from "../../lib/kernel/outcome.ts";
import { may } from "../../lib/people/entitlement.ts";
import { listMembers } from "../../lib/people/members.queries.ts";
import { HandOver } from "../../schema/wire/alerts.ts";
import { QuietAction } from "../../schema/wire/quiet.ts";
import { clientIp, type Edge } from "../_http/caller.ts";
import { formAction } from "./form-action.ts";
import type { HandOverPagePorts } from "./hand-over.tsx";
import { tokenInPath } from "./page-headers.ts";
import type { PageEnv } from "./session.ts";

type LinkedActPorts = HandOverPagePorts & { edge: Edge };

/** What a link opens. */
type Open = (c: Context) => Promise<Outcome<LinkedAlerts>>;

const pageOf = (c: Context): string => `/a/${c.req.param("token")}`;

/**
 * Assigns and snoozes by the link of a message, in the name of its recipient: a button offered to somebody who
 * isn't signed in must work where it is pressed.
 */
export function addLinkedActs(
  routes: Hono<PageEnv>,
  ports: LinkedActPorts,
  limited: MiddlewareHandler,
  open: Open,
): void {
  routes.post(
    "/a/:token/hand-over",
    tokenInPath,
    limited,
    formAction({
      page: pageOf,
      shape: HandOver,
      wish: ({ text }) => ({ user_id: text("user_id") }),
      run: async (c, { user_id: taker }) => {
        const linked = await open(c);
        return linked.ok ? handOverAll(ports, linked.value, taker, clientIp(c, ports.edge)) : linked;
      },
      done: "handedOver",
      wakes: ports,
    }),
  );
  routes.post(
    "/a/:token/quiet",
    tokenInPath,
    limited,
    formAction({
      page: pageOf,
      shape: QuietAction,
      wish: ({ number }) => ({ action: "snooze", hours: number("hours") }),
      run: async (c, { hours = null }) => {
        const linked = await open(c);
        if (!linked.ok) return linked;
        const { householdId, userId, role } = linked.value;
        if (may("manage_quiet", { role, plan: "free" }) !== "yes") return refuse("role_forbids");
        const actor = { type: "user", id: userId, ip: clientIp(c, ports.edge) } as const;
        return changeQuiet(ports, { householdId, actor }, { action: "snooze", hours });
      },
      done: "quiet",
    }),
  );
}

/** Everything of the message that is still open. */
async function handOverAll(
  ports: LinkedActPorts,
  { householdId, userId, role, alerts }: LinkedAlerts,
  taker: string,
  ip: string | null,
): Promise<Outcome<unknown>> {
  if (may("acknowledge_alert", { role, plan: "free" }) !== "yes") return refuse("role_forbids");
  const members = await listMembers(ports.db, householdId);
  const person = members.find(({ user_id: id }) => id === userId);
  if (person === undefined) return refuse("dead_ack_link");
  const { email, name } = person;
  const acting = { member: { householdId, email, name }, actor: { type: "user", id: userId, ip } as const };
  for (const { id } of alerts.filter(({ closedAt }) => closedAt === null)) {
    const handed = await handOverAlert(ports, acting, { alertId: id, userId: taker });
    if (!handed.ok) return handed;
  }
  return done(null);
}
