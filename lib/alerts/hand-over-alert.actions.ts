import { LIMITS } from "../../schema/limits.ts";
import type { Db } from "../kernel/db.queries.ts";
import { done, type Outcome, refuse } from "../kernel/outcome.ts";
import type { Clock, Random, Vault } from "../kernel/ports.ts";
import { handOverMail } from "../messages/mail/account-mails.ts";
import type { SealedMessage } from "../messages/message.ts";
import { sealMail } from "../messages/seal-message.actions.ts";
import { may } from "../people/entitlement.ts";
import type { ActingMember } from "../people/items.ts";
import {
  commitAcknowledgement,
  findAlertWithState,
  findHandOverTarget,
  type HandOverTarget,
} from "./acknowledge.queries.ts";
import { handOver, readEpisodeState } from "./episode.ts";
import { type AlertRecord, type ShownAlert, shownAlert } from "./shown-alert.ts";

export type HandOverPorts = { db: Db; clock: Clock; random: Random; serverVault: Vault; baseUrl: string };

type Wish = { alertId: string; userId: string };

const MAY_NOT_TAKE = '"user_id" must be somebody who may take alerts on';

/**
 * Another member is on it from now on, whoever was before, and is told by mail: once, however often it comes
 * back to them. A judgement at the same moment makes this look again.
 */
export async function handOverAlert(
  ports: HandOverPorts,
  { member, actor }: ActingMember,
  { alertId, userId }: Wish,
): Promise<Outcome<{ alert: ShownAlert }>> {
  const { householdId, email: by } = member;
  const target = await findHandOverTarget(ports.db, { householdId, userId });
  if (target === null) return refuse("not_found");
  if (may("acknowledge_alert", { role: target.role, plan: "free" }) !== "yes")
    return refuse("invalid_request", MAY_NOT_TAKE);
  for (let attempt = 0; attempt < LIMITS.acknowledgeAttemptsMax; attempt += 1) {
    const found = await findAlertWithState(ports.db, householdId, alertId);
    if (found === null) return refuse("not_found");
    const now = ports.clock();
    const { alert, version: expectedVersion } = found;
    const known = readEpisodeState(found.state);
    if (alert.closedAt !== null || alert.episode !== known.episode) return refuse("alert_over");
    const state = handOver(known, userId, now.getTime());
    if (state === known) return done({ alert: shownAlert(alert, now) });
    const details = { title: alert.title, to: target.email };
    const entry = {
      householdId,
      at: now,
      actor,
      action: "alert_handed_over",
      subject: alertId,
      details,
    } as const;
    const mail = await mailTo(ports, { alert, target, by, householdId, userId });
    const handed = await commitAcknowledgement(ports.db, { alert, expectedVersion, state, entry, mail });
    if (handed !== null) return done({ alert: shownAlert(handed, now) });
  }
  return refuse("changed_meanwhile");
}

type MailFacts = {
  alert: AlertRecord;
  target: HandOverTarget;
  by: string;
  householdId: string;
  userId: string;
};

const mailTo = (
  ports: HandOverPorts,
  { alert, target, by, householdId, userId }: MailFacts,
): Promise<SealedMessage> =>
  sealMail(ports, {
    householdId,
    recipient: target.email,
    dedupeKey: `${alert.id}/handed/${userId}`,
    kind: "hand_over",
    isCritical: alert.severity === "critical",
    content: handOverMail({
      home: target.homeName,
      title: alert.title,
      by,
      url: `${ports.baseUrl}/alerts/${alert.id}`,
    }),
  });
