import type { Plan, Role } from "../../../schema/vocabulary.ts";
import type { Actor } from "../activity.ts";

/** Whoever is signed in, as this request sees them: the role and plan are those of this moment. */
export type Member = {
  userId: string;
  email: string;
  role: Role;
  householdId: string;
  /** The effective one: a running trial counts. */
  plan: Plan;
  sessionId: string;
};

/** What a flow acts with. */
export type Acting = { member: Member; actor: Actor };

export const actorOf = (member: Pick<Member, "userId">, ip: string | null): Actor => ({
  type: "user",
  id: member.userId,
  ip,
});
