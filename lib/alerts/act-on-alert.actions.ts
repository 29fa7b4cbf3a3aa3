import type { AckPath } from "../../schema/vocabulary.ts";
import type { Alert, QuestionAnswer } from "../../schema/wire/alerts.ts";
import { done, type Outcome, refuse } from "../kernel/outcome.ts";
import type { CoreServices } from "../kernel/services.actions.ts";
import type { Acting, ActivityEntry } from "../people/activity.ts";
import {
  type Beside,
  commitAct,
  findAlertWithState,
  type HeldAlert,
  heldBy,
  listHeld,
  runOut,
} from "./alerts.queries.ts";
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
export async function expireAcknowledgements(services: CoreServices): Promise<number> {
  const now = services.clock();
  const act = { actor: { type: "system", id: null, ip: null }, at: now } as const;
  let expired = 0;
  for (const found of await listHeld(services.db, runOut(now)))
    if (await release(services, found, act, found.holder)) expired += 1;
  return expired;
}

/** Gives back what a contact outside the home has acknowledged: everybody is asked again, at once. */
export async function giveBack(services: CoreServices, { householdId, actor }: Acting): Promise<void> {
  const act = { actor, at: services.clock() };
  for (const found of await listHeld(services.db, heldBy(householdId, actor.id)))
    await release(services, found, act, null);
}

/** Ends an acknowledgement, and begins another round that asks `first` before the others. */
async function release(
  { db }: CoreServices,
  { alert, householdId, state: known, version, steps: own }: HeldAlert,
  { at, actor }: Pick<ActivityEntry, "actor" | "at">,
  first: string | null,
): Promise<boolean> {
  const state = withoutAck(readEpisodeState(known), at.getTime());
  const steps = scheduleOf(roundAfter(own ?? DEFAULT_ESCALATION, first), at.getTime());
  const details = { kind: alert.kind, title: alert.title, by: alert.acknowledgedBy };
  const action = "acknowledgement_expired";
  const entry = { householdId, at, actor, action, subject: alert.id, details } as const;
  return (await commitAct(db, { alert, version, state, entry, steps })) !== null;
}
