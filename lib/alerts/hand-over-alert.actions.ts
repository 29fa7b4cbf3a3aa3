import { done, type Outcome, refuse } from "../kernel/outcome.ts";
import type { Services } from "../kernel/services.actions.ts";
import { type HandOverMessagePorts, handOverMessages } from "../messages/hand-over-messages.actions.ts";
import type { SealedMessage } from "../messages/message.ts";
import { may } from "../people/entitlement.ts";
import type { ActingMember } from "../people/items.ts";
import { commitAcknowledgement, findAlertWithState, findHandOverTarget } from "./acknowledge.queries.ts";
import { handOver, readEpisodeState } from "./episode.ts";
import { ALERT_LIMITS } from "./limits.ts";
import { type ShownAlert, shownAlert } from "./shown-alert.ts";

export type HandOverPorts = HandOverMessagePorts & Pick<Services, "db" | "clock" | "baseUrl">;

/** A signed-in person, or the recipient of a message's link. */
type HandingOver = {
  member: Pick<ActingMember["member"], "householdId" | "email" | "name">;
  actor: ActingMember["actor"];
};

type Wish = { alertId: string; userId: string };

const MAY_NOT_TAKE = '"user_id" must be somebody who may take alerts on';

/**
 * Assigns an alert to another member, whoever had it before, and notifies them by mail and on every channel that
 * they use for such alerts: once, however often it is assigned to them again. If a judgement happens at the same
 * moment, this reads the alert again.
 */
export async function handOverAlert(
  ports: HandOverPorts,
  { member, actor }: HandingOver,
  { alertId, userId }: Wish,
): Promise<Outcome<{ alert: ShownAlert }>> {
  const { householdId } = member;
  const by = member.name ?? member.email;
  const target = await findHandOverTarget(ports.db, { householdId, userId });
  if (target === null) return refuse("not_found");
  if (may("acknowledge_alert", { role: target.role, plan: "free" }) !== "yes")
    return refuse("invalid_request", MAY_NOT_TAKE);
  let messages: SealedMessage[] | undefined;
  for (let attempt = 0; attempt < ALERT_LIMITS.acknowledgeAttemptsMax; attempt += 1) {
    const found = await findAlertWithState(ports.db, householdId, alertId);
    if (found === null) return refuse("not_found");
    const now = ports.clock();
    const { alert, version: expectedVersion } = found;
    const known = readEpisodeState(found.state);
    if (alert.closedAt !== null || alert.episode !== known.episode) return refuse("alert_over");
    const state = handOver(known, userId, now.getTime());
    if (state === known) return done({ alert: shownAlert(alert, now) });
    const details = { title: alert.title, to: target.name };
    const entry = {
      householdId,
      at: now,
      actor,
      action: "alert_handed_over",
      subject: alertId,
      details,
    } as const;
    const url = `${ports.baseUrl}/alerts/${alertId}`;
    const said = { home: target.homeName, title: alert.title, by, url };
    const to = { householdId, userId, preferences: target.preferences, alert, said };
    messages ??= await handOverMessages(ports, to, now);
    const handed = await commitAcknowledgement(ports.db, { alert, expectedVersion, state, entry, messages });
    if (handed !== null) return done({ alert: shownAlert(handed, now) });
  }
  return refuse("changed_meanwhile");
}
