import type { Alert } from "../../schema/wire/alerts.ts";
import { done, type Outcome, refuse } from "../kernel/outcome.ts";
import type { CoreServices } from "../kernel/services.actions.ts";
import type { ActivityEntry } from "../people/activity.ts";
import type { Acting } from "../people/items.ts";
import { type Beside, commitAct, findAlertWithState } from "./acknowledge.queries.ts";
import { type EpisodeState, readEpisodeState } from "./episode.ts";
import { ALERT_LIMITS } from "./limits.ts";
import { type AlertRecord, shownAlert } from "./shown-alert.ts";

/** What somebody does to an alert: the very same state where there is nothing to do. */
type Act = Pick<ActivityEntry, "action" | "details"> & {
  state: EpisodeState;
  beside?: Beside | undefined;
};

/** `isCurrent`: the state is of this alert, which is open. */
type Found = { alert: AlertRecord; known: EpisodeState; isCurrent: boolean; now: Date };

/**
 * Moves an alert on by what somebody does, on the state as it is now; a judgement at the same moment makes this look
 * again.
 */
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
    // The state has only its newest episode.
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
