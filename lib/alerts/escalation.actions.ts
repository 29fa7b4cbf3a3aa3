import { ESCALATION_GROUPS } from "../../schema/vocabulary.ts";
import type { Escalation, EscalationChange } from "../../schema/wire/escalation.ts";
import { done, type Outcome, refuse } from "../kernel/outcome.ts";
import type { Services } from "../kernel/services.actions.ts";
import type { Acting } from "../people/items.ts";
import { findEscalation, findReachable, saveEscalation } from "./escalation.queries.ts";
import { DEFAULT_ESCALATION, type EscalationStep, escalationFault } from "./escalation.ts";

type Ports = Pick<Services, "db" | "clock">;

const shown = (steps: readonly EscalationStep[] | null): Escalation => ({
  steps: (steps ?? DEFAULT_ESCALATION).map(({ whom, channels, afterMinutes }) => ({
    whom,
    channels: channels === null ? null : [...channels],
    after_minutes: afterMinutes,
  })),
  is_default: steps === null,
});

/** What a home does until somebody has an urgent alert. */
export async function showEscalation(
  { db }: Pick<Services, "db">,
  householdId: string,
): Promise<Outcome<Escalation>> {
  return done(shown(await findEscalation(db, householdId)));
}

/** Replaces the steps; alerts whose escalation is under way keep theirs. */
export async function changeEscalation(
  { db, clock }: Ports,
  { householdId, actor }: Acting,
  { steps: wished }: EscalationChange,
): Promise<Outcome<Escalation>> {
  const steps = wished?.map(({ whom, channels, after_minutes }) => ({
    whom,
    channels,
    afterMinutes: after_minutes,
  }));
  const fault = steps === undefined ? null : escalationFault(steps);
  if (fault !== null) return refuse("invalid_request", fault);
  const named = (steps ?? []).filter(({ whom }) => !ESCALATION_GROUPS.some((group) => group === whom));
  if (named.length > 0) {
    const reachable = await findReachable(db, householdId);
    const stranger = named.find(({ whom }) => !reachable.has(whom));
    if (stranger !== undefined)
      return refuse("invalid_request", '"whom" must be a group, a member or a contact of this home');
  }
  const entry = {
    householdId,
    at: clock(),
    actor,
    action: "escalation_changed",
    subject: householdId,
    details: { steps: steps?.length ?? null },
  } as const;
  await saveEscalation(db, steps ?? null, entry);
  return done(shown(steps ?? null));
}
