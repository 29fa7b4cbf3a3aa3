import { may } from "../../domain/entitlement.ts";
import { isAlertToken } from "../../domain/links/alert-link.ts";
import { done, type Outcome, refuse } from "../../domain/outcome.ts";
import { findAlertLink, type OpenedLink } from "../../store/alerts/alert-links.ts";
import { type AcknowledgePorts, acknowledgeAlert } from "./acknowledge-alert.ts";

/** What the short link of a message is about. Changes nothing: mail scanners follow every link. */
export async function openAlertLink(
  { db, clock }: AcknowledgePorts,
  token: string,
): Promise<Outcome<OpenedLink>> {
  const opened = isAlertToken(token) ? await findAlertLink(db, token, clock()) : null;
  return opened === null || opened.alerts.length === 0 ? refuse("dead_ack_link") : done(opened);
}

/**
 * Acknowledges all that is open of it, in the name of whom the message went to. The same again is no mistake.
 */
export async function answerAlertLink(
  ports: AcknowledgePorts,
  token: string,
  ip: string | null,
): Promise<Outcome<OpenedLink>> {
  const opened = await openAlertLink(ports, token);
  if (!opened.ok) return opened;
  const { alerts, householdId, userId, role } = opened.value;
  // The role is today's, whatever it was when the message was written.
  if (may("acknowledge_alert", { role, plan: "free" }) !== "yes") return refuse("role_forbids");
  const open = alerts.filter(({ closedAt }) => closedAt === null);
  if (open.length === 0) return refuse("alert_over");
  const actor = { type: "user", id: userId, ip } as const;
  for (const { id } of open) {
    const taken = await acknowledgeAlert(ports, { householdId, actor }, id);
    if (!taken.ok && taken.problem.name !== "not_found") return taken;
  }
  return opened;
}
