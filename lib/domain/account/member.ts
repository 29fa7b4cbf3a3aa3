import type { Plan, Role } from "../../../schema/vocabulary.ts";
import type { Actor } from "../activity.ts";

/** The person who is signed in, as this request sees them: the role and plan are those of this moment. */
export type Member = {
  userId: string;
  email: string;
  role: Role;
  householdId: string;
  /** The effective one: a running trial counts. */
  plan: Plan;
  sessionId: string;
  /** When the session last proved the address, by signing in or with a code; null where that is not known. */
  provedAt: Date | null;
};

/** The member who acts, and the name that the home's activity gives them. */
export type ActingMember = { member: Member; actor: Actor };
