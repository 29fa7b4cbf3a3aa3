import type { ActivityAction, ActorType } from "../../schema/vocabulary.ts";

/** A person, key or token that acts, as the household's activity names it. */
export type Actor = { type: ActorType; id: string | null; ip: string | null };

/** Who runs the service and acts in somebody's home is named there; the address that they act from is not. */
export const asOperator = ({ id }: Actor): Actor => ({ type: "operator", id, ip: null });

/** One line of a household's activity: what was done to what. Details never hold a secret. */
export type ActivityEntry = {
  householdId: string;
  at: Date;
  actor: Actor;
  action: ActivityAction;
  subject: string | null;
  details?: Record<string, string | number | boolean | null>;
};

/** What a member of a home does there. */
export const entryBy = (
  { member: { householdId }, actor }: { member: { householdId: string }; actor: Actor },
  at: Date,
  action: ActivityAction,
  subject: string | null,
  details: NonNullable<ActivityEntry["details"]> = {},
): ActivityEntry => ({ householdId, at, actor, action, subject, details });
