import type { ActorType, HouseholdUnit, Language, Plan, Role, SessionKind } from "../../schema/vocabulary.ts";
import type { Household } from "../../schema/wire/account/household.ts";
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
export type ActivityEntry<Subject extends string | null = string | null> = Act & {
  action: ActivityAction;
  subject: Subject;
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

/** As the list of sessions shows one: no secret, times in ISO 8601. */
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

/** The person who is signed in, as this request sees them: the role and plan are those of this moment. */
export type Member = {
  userId: string;
  email: string;
  /** What the people of their homes call them; null until they say. */
  name: string | null;
  /** In which messages are written to them. */
  language: Language;
  /** In which they read temperatures; null for the home's. */
  temperatureUnit: HouseholdUnit | null;
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

/** The home that a flow works in, and who acts. They come from a key or a session, never from a body. */
export type Acting = { householdId: string; actor: Actor };
