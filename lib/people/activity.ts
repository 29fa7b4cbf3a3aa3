import type { ActorType } from "../../schema/vocabulary.ts";
import type { Words } from "../language/pages.ts";

/** What a line of a household's activity says was done: whatever the pages have words for. */
export type ActivityAction = keyof Words["activity"]["actions"];

/** A person, key or token that acts, as the household's activity names it. */
export type Actor = { type: ActorType; id: string | null; ip: string | null };

/** Who runs the service and acts in somebody's home is named there; the address that they act from is not. */
export const asOperator = ({ id }: Actor): Actor => ({ type: "operator", id, ip: null });

/** Who acts in a home, and when. */
export type Act = { householdId: string; at: Date; actor: Actor };

/** One line of a household's activity: what was done to what. Details never hold a secret. */
export type ActivityEntry = Act & {
  action: ActivityAction;
  subject: string | null;
  details?: Record<string, string | number | boolean | null>;
};

/** Who acts in a home: a member, or whoever a key or a token of the home lets in. */
type ActsIn = { actor: Actor } & ({ householdId: string } | { member: { householdId: string } });

export const actBy = ({ actor, ...of }: ActsIn, at: Date): Act => ({
  householdId: "member" in of ? of.member.householdId : of.householdId,
  at,
  actor,
});

/** What they do there. */
export const entryBy = <Subject extends string | null>(
  acting: ActsIn,
  at: Date,
  action: ActivityAction,
  subject: Subject,
  details: NonNullable<ActivityEntry["details"]> = {},
) => ({ ...actBy(acting, at), action, subject, details });
