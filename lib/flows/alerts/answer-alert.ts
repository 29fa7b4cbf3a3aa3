import { LIMITS } from "../../../schema/limits.ts";
import type { Role } from "../../../schema/vocabulary.ts";
import type { Acting } from "../../domain/acting.ts";
import { readEpisodeState } from "../../domain/alerts/episode.ts";
import { answerQuestion, asksNow, type GivenAnswer } from "../../domain/alerts/heating/answer.ts";
import { type AlertRecord, type ShownAlert, shownAlert } from "../../domain/alerts/shown-alert.ts";
import { may } from "../../domain/entitlement.ts";
import { done, type Outcome, refuse } from "../../domain/outcome.ts";
import { commitAnswer, findAlertWithState } from "../../store/alerts/acknowledge.ts";
import type { AcknowledgePorts } from "./acknowledge-alert.ts";

/**
 * Somebody answers whether the heating has stopped. Turned down or a door open: the next tick ends the alert,
 * and it opens again if the home still gets colder after the hours. No: the next tick tells it as critical.
 * Answering anew replaces the answer. A judgement at the same moment makes this look again.
 */
export async function answerAlert(
  { db, clock }: AcknowledgePorts,
  { householdId, actor }: Acting,
  alertId: string,
  given: GivenAnswer,
): Promise<Outcome<{ alert: ShownAlert }>> {
  for (let attempt = 0; attempt < LIMITS.acknowledgeAttemptsMax; attempt += 1) {
    const found = await findAlertWithState(db, householdId, alertId);
    if (found === null) return refuse("not_found");
    const { alert, version: expectedVersion } = found;
    if (alert.kind !== "heating_stopped") return refuse("not_a_question");
    const known = readEpisodeState(found.state);
    const isOpen = asksNow(alert) && known.open && known.episode === alert.episode;
    if (!isOpen) return refuse("question_over");
    const now = clock();
    const state = answerQuestion(known, given, actor.id, now.getTime());
    const until = new Date(state.answer?.until ?? now).toISOString();
    const details = { kind: alert.kind, title: alert.title, answer: given.answer, until };
    const act = { householdId, at: now, actor, subject: alertId, details };
    const entry = { ...act, action: "alert_answered" as const };
    if (await commitAnswer(db, { alert, expectedVersion, state, entry }))
      return done({ alert: shownAlert(alert, now) });
  }
  return refuse("changed_meanwhile");
}

/** What the link of a message opened. */
export type LinkedAlerts = {
  householdId: string;
  userId: string;
  role: Role;
  alerts: readonly AlertRecord[];
};

/** Answers the question among the alerts of a link, in the name of whom the message went to. */
export async function answerLinkedAlert(
  ports: AcknowledgePorts,
  { householdId, userId, role, alerts }: LinkedAlerts,
  given: GivenAnswer,
  ip: string | null,
): Promise<Outcome<{ alert: ShownAlert }>> {
  // The role is today's, whatever it was when the message was written.
  if (may("acknowledge_alert", { role, plan: "free" }) !== "yes") return refuse("role_forbids");
  const asked = alerts.find(asksNow) ?? alerts.find(({ kind }) => kind === "heating_stopped");
  if (asked === undefined) return refuse("not_a_question");
  const actor = { type: "user", id: userId, ip } as const;
  return await answerAlert(ports, { householdId, actor }, asked.id, given);
}
