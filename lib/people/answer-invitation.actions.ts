import { done, type Outcome, refuse } from "../kernel/outcome.ts";
import type { Services } from "../kernel/services.actions.ts";
import { acceptInvitation as commitAccept, deleteInvitation } from "./invitations.queries.ts";
import type { ActingMember } from "./items.ts";

type Ports = Pick<Services, "db" | "clock">;

/** Answers for the person whom the invitation is addressed to; their session stays in the home it is in. */
export async function acceptInvitation(
  { db, clock }: Ports,
  acting: ActingMember,
  id: string,
): Promise<Outcome<{ ok: true; household_id: string }>> {
  const householdId = await commitAccept(db, { id, ...acting, now: clock() });
  return householdId === null ? refuse("not_found") : done({ ok: true, household_id: householdId });
}

export async function withdrawInvitation(
  { db, clock }: Ports,
  acting: ActingMember,
  id: string,
): Promise<Outcome<{ ok: true }>> {
  return (await deleteInvitation(db, { id, ...acting, now: clock() }))
    ? done({ ok: true })
    : refuse("not_found");
}
