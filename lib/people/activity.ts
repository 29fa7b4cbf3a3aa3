import type { ActorType, HouseholdUnit, Language, Plan, Role, SessionKind } from "../../schema/vocabulary.ts";
import type { Household } from "../../schema/wire/account/household.ts";
import type { Words } from "../language/pages.ts";

/** An action in a home's activity. The pages have words for each. */
export type ActivityAction = keyof Words["activity"]["actions"];

/** The person, key or token that acts, as the home's activity stores it. */
export type Actor = { type: ActorType; id: string | null; ip: string | null };

/** An operator who acts in somebody's home. The home's activity names the operator, but not their IP address. */
export const asOperator = ({ id }: Actor): Actor => ({ type: "operator", id, ip: null });

/** An act in a home: its actor and its time. */
export type Act = { householdId: string; at: Date; actor: Actor };

/** An entry of a home's activity. `subject` is the id of the affected row. `details` never hold a secret. */
export type ActivityEntry<Subject extends string | null = string | null> = Act & {
  action: ActivityAction;
  subject: Subject;
  details?: Record<string, string | number | boolean | null>;
};

/** An actor and their home: a member, or the caller with a key or token of the home. */
type ActsIn = { actor: Actor } & ({ householdId: string } | { member: { householdId: string } });

export const actBy = ({ actor, ...of }: ActsIn, at: Date): Act => ({
  householdId: "member" in of ? of.member.householdId : of.householdId,
  at,
  actor,
});

/** Makes the activity entry of an act. */
export const entryBy = <Subject extends string | null>(
  acting: ActsIn,
  at: Date,
  action: ActivityAction,
  subject: Subject,
  details: NonNullable<ActivityEntry["details"]> = {},
) => ({ ...actBy(acting, at), action, subject, details });

/** A session in the list of sessions, without its token. Times are in ISO 8601. */
export type SessionItem = {
  id: string;
  kind: SessionKind;
  household_id: string;
  user_agent: string;
  address: string | null;
  country: string | null;
  created_at: string;
  last_used_at: string;
  expires_at: string;
};

export type HouseholdItem = Omit<Household, "plan">;

/** The signed-in person of this request. Role and plan are current, not those of the sign-in. */
export type Member = {
  userId: string;
  email: string;
  /** The person's display name; null until they set it. */
  name: string | null;
  /** The language of messages to this person. */
  language: Language;
  /** The unit in which the person reads temperatures; null for the home's unit. */
  temperatureUnit: HouseholdUnit | null;
  role: Role;
  householdId: string;
  /** The effective plan: a running trial counts as Pro. */
  plan: Plan;
  sessionId: string;
  /** When this session last confirmed the identity, by sign-in or code; null if unknown. */
  provedAt: Date | null;
};

/** The acting member, and the same person as an actor of the home's activity. */
export type ActingMember = { member: Member; actor: Actor };

/** The home of a request and its actor. Both come from a key or a session, never from a request body. */
export type Acting = { householdId: string; actor: Actor };
