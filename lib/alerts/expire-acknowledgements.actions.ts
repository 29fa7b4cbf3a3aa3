import type { Services } from "../kernel/services.actions.ts";
import { readEpisodeState } from "./episode.ts";
import { DEFAULT_ESCALATION, roundAfter, scheduleOf } from "./escalation.ts";
import { commitExpiry, listRunOut } from "./expire-acknowledgements.queries.ts";

/**
 * Lets acknowledgements of urgent alerts run out: whoever had one is asked first, then everybody again. Answers how
 * many. One that somebody renews or ends at the same moment is left to them.
 */
export async function expireAcknowledgements({ db, clock }: Pick<Services, "db" | "clock">): Promise<number> {
  const now = clock();
  let expired = 0;
  for (const found of await listRunOut(db, now)) {
    const { alert, householdId, holder } = found;
    const state = { ...readEpisodeState(found.state), ack: null };
    const schedule = scheduleOf(roundAfter(found.steps ?? DEFAULT_ESCALATION, holder), now.getTime());
    const entry = {
      householdId,
      at: now,
      actor: { type: "system", id: null, ip: null },
      action: "acknowledgement_expired",
      subject: alert.id,
      details: { kind: alert.kind, title: alert.title, by: alert.acknowledgedBy },
    } as const;
    if (await commitExpiry(db, { found, state, schedule, entry })) expired += 1;
  }
  return expired;
}
