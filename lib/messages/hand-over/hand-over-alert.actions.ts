import type { Alert } from "../../../schema/wire/alerts.ts";
import { actOnAlert } from "../../alerts/act-on-alert.actions.ts";
import { handOver } from "../../alerts/episode.ts";
import { done, type Outcome, refuse } from "../../kernel/outcome.ts";
import type { Services } from "../../kernel/services.actions.ts";
import type { CountedMessages } from "../../outbox/message.ts";
import { may } from "../../people/entitlement.ts";
import type { ActingMember } from "../../people/items.ts";
import { listMembers } from "../../people/members.queries.ts";
import { queuedBeside } from "../queue-counted.queries.ts";
import { handOverMessages } from "./hand-over-messages.actions.ts";

/** A signed-in person, or the recipient of a message's link. */
type HandingOver = {
  member: Pick<ActingMember["member"], "householdId" | "email" | "name">;
  actor: ActingMember["actor"];
};

type Wish = { alertId: string; userId: string };

const MAY_NOT_TAKE = '"user_id" must be somebody who may take alerts on';

/**
 * Assigns an alert to another member, whoever had it before, and notifies them by mail and on every channel that
 * they use for such alerts: once, however often it is assigned to them again.
 */
export async function handOverAlert(
  services: Services,
  { member, actor }: HandingOver,
  { alertId, userId }: Wish,
): Promise<Outcome<{ alert: Alert }>> {
  const { householdId } = member;
  const by = member.name ?? member.email;
  const target = (await listMembers(services.db, householdId)).find(({ user_id: id }) => id === userId);
  if (target === undefined) return refuse("not_found");
  if (may("acknowledge_alert", { role: target.role, plan: "free" }) !== "yes")
    return refuse("invalid_request", MAY_NOT_TAKE);
  let told: CountedMessages | undefined;
  return await actOnAlert(
    services,
    { householdId, actor },
    alertId,
    async ({ alert, known, isCurrent, now }) => {
      if (!isCurrent) return refuse("alert_over");
      const action = "alert_handed_over";
      const details = { title: alert.title, to: target.name ?? target.email };
      const state = handOver(known, userId, now.getTime());
      if (state === known) return done({ state, action, details });
      const url = `${services.baseUrl}/alerts/${alertId}`;
      const said = { title: alert.title, by, url };
      told ??= await handOverMessages(services, { householdId, userId, alert, said }, now);
      return done({ state, action, details, beside: queuedBeside(told, now) });
    },
  );
}
