import type { HouseholdUnit, Language, Plan, Role, SessionKind } from "../../schema/vocabulary.ts";
import type { Household } from "../../schema/wire/account/household.ts";
import type { Actor } from "./activity.ts";

/** What lists show, as the wire has it: no secrets, times in ISO 8601. */

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
