import { LIMITS } from "../../../schema/limits.ts";
import type { Acting } from "../../domain/acting.ts";
import { acknowledge, type EpisodeState, readEpisodeState } from "../../domain/alerts/episode.ts";
import { type AlertRecord, type ShownAlert, shownAlert } from "../../domain/alerts/shown-alert.ts";
import { done, type Outcome, refuse } from "../../domain/outcome.ts";
import type { Clock } from "../../ports.ts";
import { commitAcknowledgement, findAlertWithState } from "../../store/alerts/acknowledge.ts";
import type { Db } from "../../store/db.ts";

export type AcknowledgePorts = { db: Db; clock: Clock };

/**
 * Somebody takes the alert on: no more reminders unless it gets worse. One that is closed or has been taken
 * on is answered as it is. A judgement at the same moment makes this look again.
 */
export async function acknowledgeAlert(
  { db, clock }: AcknowledgePorts,
  { householdId, actor }: Acting,
  alertId: string,
): Promise<Outcome<{ alert: ShownAlert }>> {
  for (let attempt = 0; attempt < LIMITS.acknowledgeAttemptsMax; attempt += 1) {
    const found = await findAlertWithState(db, householdId, alertId);
    if (found === null) return refuse("not_found");
    const now = clock();
    const { alert, version: expectedVersion } = found;
    const known = readEpisodeState(found.state);
    const state = isOf(alert, known) ? acknowledge(known, actor.id, now.getTime()) : known;
    if (state === known) return done({ alert: shownAlert(alert, now) });
    const details = { kind: alert.kind, title: alert.title };
    const act = { householdId, at: now, actor, subject: alertId, details };
    const entry = { ...act, action: "alert_acknowledged" as const };
    const acknowledged = await commitAcknowledgement(db, { alert, expectedVersion, state, entry });
    if (acknowledged !== null) return done({ alert: shownAlert(acknowledged, now) });
  }
  return refuse("changed_meanwhile");
}

/** The state has only its newest episode. */
const isOf = (alert: AlertRecord, state: EpisodeState): boolean =>
  alert.closedAt === null && alert.episode === state.episode;
