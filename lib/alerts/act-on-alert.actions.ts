import type { AckPath } from "../../schema/vocabulary.ts";
import type { Alert, QuestionAnswer } from "../../schema/wire/alerts.ts";
import { done, type Outcome, refuse } from "../kernel/outcome.ts";
import type { CoreServices } from "../kernel/services.actions.ts";
import type { Acting, ActivityEntry } from "../people/activity.ts";
import { type Beside, commitAct, findAlertWithState, listRunOut } from "./alerts.queries.ts";
import { acknowledge, type EpisodeState, readEpisodeState, withoutAck } from "./episode.ts";
import { DEFAULT_ESCALATION, roundAfter, scheduleOf } from "./escalation.ts";
import { answerQuestion } from "./heating/recovery.ts";
import { ALERT_LIMITS } from "./settings.ts";
import { type AlertRecord, shownAlert } from "./shown-alert.ts";

/** An act on an alert. `state` is the very same object if there is nothing to do. */
type Act = Pick<ActivityEntry, "action" | "details"> & { state: EpisodeState; beside?: Beside | undefined };

/** `isCurrent`: the alert is open, and `known` is its state. */
type Found = { alert: AlertRecord; known: EpisodeState; isCurrent: boolean; now: Date };

/** Applies an act to an alert's current state; retries if an evaluation changes the state meanwhile. */
export async function actOnAlert(
  { db, clock }: CoreServices,
  { householdId, actor }: Acting,
  alertId: string,
  act: (found: Found) => Outcome<Act> | Promise<Outcome<Act>>,
): Promise<Outcome<{ alert: Alert }>> {
  for (let attempt = 0; attempt < ALERT_LIMITS.acknowledgeAttemptsMax; attempt += 1) {
    const found = await findAlertWithState(db, householdId, alertId);
    if (found === null) return refuse("not_found");
    const now = clock();
    const { alert, version } = found;
    const known = readEpisodeState(found.state);
    // A state holds only its newest episode.
    const isCurrent = alert.closedAt === null && alert.episode === known.episode;
    const acted = await act({ alert, known, isCurrent, now });
    if (!acted.ok) return acted;
    const { state, beside, ...what } = acted.value;
    if (state === known) return done({ alert: shownAlert(alert, now) });
    const entry = { householdId, at: now, actor, subject: alertId, ...what };
    const moved = await commitAct(db, { alert, version, state, entry, beside });
    if (moved !== null) return done({ alert: shownAlert(moved, now) });
  }
  return refuse("changed_meanwhile");
}

/**
 * Acknowledges an alert: no more reminders unless it gets worse. A closed or acknowledged alert is returned as it is,
 * but a member replaces a contact. `via`, the way it was acknowledged, is logged.
 */
export const acknowledgeAlert = (services: CoreServices, acting: Acting, alertId: string, via: AckPath) =>
  actOnAlert(services, acting, alertId, ({ alert, known, isCurrent, now }) =>
    done({
      state: isCurrent ? acknowledge(known, acting.actor.id, now.getTime()) : known,
      action: "alert_acknowledged",
      details: { kind: alert.kind, title: alert.title, via },
    }),
  );

/**
 * Answers the question about the heating. Turned down or a door open: the next tick ends the alert, and it opens
 * again if the home still gets colder after the hours given. No: the next tick makes it critical. A new answer
 * replaces the old one.
 */
export const answerAlert = (services: CoreServices, acting: Acting, alertId: string, given: QuestionAnswer) =>
  actOnAlert(services, acting, alertId, ({ alert, known, isCurrent, now }) => {
    if (alert.kind !== "heating_stopped") return refuse("not_a_question");
    if (!isCurrent || !known.open) return refuse("question_over");
    const state = answerQuestion(known, given, acting.actor.id, now.getTime());
    const until = new Date(state.answer?.until ?? now).toISOString();
    const details = { kind: alert.kind, title: alert.title, answer: given.answer, until };
    return done({ state, action: "alert_answered", details });
  });

/**
 * Ends the acknowledgements of urgent alerts that have expired or whose holder is gone, and returns how many. The next
 * escalation round asks the holder first, then everybody again. One that somebody renews or ends meanwhile stays.
 */
export async function expireAcknowledgements({ db, clock }: CoreServices): Promise<number> {
  const now = clock();
  let expired = 0;
  for (const found of await listRunOut(db, now)) {
    const { alert, householdId, holder } = found;
    const state = withoutAck(readEpisodeState(found.state), now.getTime());
    const steps = scheduleOf(roundAfter(found.steps ?? DEFAULT_ESCALATION, holder), now.getTime());
    const entry = {
      householdId,
      at: now,
      actor: { type: "system", id: null, ip: null },
      action: "acknowledgement_expired",
      subject: alert.id,
      details: { kind: alert.kind, title: alert.title, by: alert.acknowledgedBy },
    } as const;
    const act = { alert, version: found.version, state, entry, steps };
    if ((await commitAct(db, act)) !== null) expired += 1;
  }
  return expired;
}
