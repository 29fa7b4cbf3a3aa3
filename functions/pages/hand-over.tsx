import type { Hono, MiddlewareHandler } from "hono";
import { isOutsider } from "../../lib/alerts/episode.ts";
import { type HandOverPorts, handOverAlert } from "../../lib/alerts/hand-over-alert.actions.ts";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { may } from "../../lib/people/entitlement.ts";
import type { Member } from "../../lib/people/items.ts";
import { listMembers } from "../../lib/people/members.queries.ts";
import { HandOver } from "../../schema/wire/alerts.ts";
import { formsOn, idIn } from "./form-action.ts";
import { type PageEnv, pageMay } from "./session.ts";

export type HandOverPagePorts = HandOverPorts & Pick<Services, "report" | "wake">;

/** Somebody an alert may be handed over to. */
export type Taker = { userId: string; name: string };

/** Everybody of the home who may take alerts on, but whoever is on this one, or else the reader, who has a button. */
export async function takersOf(
  { db }: Pick<Services, "db">,
  { householdId, userId }: Pick<Member, "householdId" | "userId">,
  acknowledgedBy: string | null = null,
): Promise<Taker[]> {
  const has = isOutsider(acknowledgedBy) ? userId : (acknowledgedBy ?? userId);
  const members = await listMembers(db, householdId);
  return members
    .filter(
      ({ user_id: id, role }) => id !== has && may("acknowledge_alert", { role, plan: "free" }) === "yes",
    )
    .map(({ user_id: id, name, email }) => ({ userId: id, name: name ?? email }));
}

export function addHandOver(
  routes: Hono<PageEnv>,
  ports: HandOverPagePorts,
  guard: MiddlewareHandler<PageEnv>,
): void {
  const forms = formsOn(routes, guard);
  forms("/alerts/:id/hand-over", pageMay("acknowledge_alert"), {
    page: (c) => `/alerts/${idIn(c)}`,
    shape: HandOver,
    wish: ({ text }) => ({ user_id: text("user_id") }),
    run: (c, { user_id: userId }) => handOverAlert(ports, c.var, { alertId: idIn(c), userId }),
    done: "handedOver",
    wakes: ports,
  });
}
