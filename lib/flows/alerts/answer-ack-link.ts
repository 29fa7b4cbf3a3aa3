import { type ShownAlert, shownAlert } from "../../domain/alerts/shown-alert.ts";
import { may } from "../../domain/entitlement.ts";
import { ackClaimHolds } from "../../domain/links/ack-token.ts";
import { done, type Outcome, refuse } from "../../domain/outcome.ts";
import type { VerifyAckToken } from "../../ports.ts";
import { findLinkedAlert, type LinkedAlert } from "../../store/alerts/acknowledge.ts";
import { type AcknowledgePorts, acknowledgeAlert } from "./acknowledge-alert.ts";

export type AckLinkPorts = AcknowledgePorts & { verifyAckToken: VerifyAckToken };

export type AckLinkShown = { alert: ShownAlert; homeName: string };

/** What the link is about. Changes nothing: mail scanners follow every link. */
export async function showAckLink(ports: AckLinkPorts, token: string): Promise<Outcome<AckLinkShown>> {
  const linked = await openAckLink(ports, token);
  if (!linked.ok) return linked;
  const { alert, homeName } = linked.value;
  return done({ alert: shownAlert(alert, ports.clock()), homeName });
}

/**
 * Acknowledges in the name of the message's reader. Doing it again, or after somebody else, is no mistake.
 */
export async function answerAckLink(
  ports: AckLinkPorts,
  token: string,
  ip: string | null,
): Promise<Outcome<{ alert: ShownAlert }>> {
  const linked = await openAckLink(ports, token);
  if (!linked.ok) return linked;
  const { alert, householdId, userId } = linked.value;
  if (alert.closedAt !== null) return refuse("alert_over");
  const actor = { type: "user", id: userId, ip } as const;
  return await acknowledgeAlert(ports, { householdId, actor }, alert.id);
}

/**
 * What the token names. The role is today's: who has left the home, or may only look by now, has no more use
 * of an old link.
 */
export async function openAckLink(
  { db, clock, verifyAckToken }: AckLinkPorts,
  token: string,
): Promise<Outcome<LinkedAlert & { userId: string }>> {
  const claim = await verifyAckToken(token);
  if (claim === null || !ackClaimHolds(claim, clock())) return refuse("dead_ack_link");
  const linked = await findLinkedAlert(db, claim);
  if (linked === null) return refuse("dead_ack_link");
  const verdict = may("acknowledge_alert", { role: linked.role, plan: "free" });
  return verdict === "yes" ? done({ ...linked, userId: claim.userId }) : refuse("role_forbids");
}
