import type {
  ActorType,
  ApiScope,
  HouseholdUnit,
  Plan,
  Role,
  SessionKind,
  ShareScope,
  ShareSuspension,
} from "../../../schema/vocabulary.ts";

/** What lists show, as the wire has it: no secrets, times in ISO 8601. */

export type SessionItem = {
  id: string;
  kind: SessionKind;
  household_id: string;
  user_agent: string;
  created_at: string;
  last_used_at: string;
  expires_at: string;
};

export type HouseholdItem = {
  id: string;
  name: string;
  chosen_plan: Plan;
  trial_ends_at: string | null;
  time_zone: string;
  temperature_unit: HouseholdUnit;
  latitude: number | null;
  longitude: number | null;
  city: string | null;
  share_city_aggregates: boolean;
  created_at: string;
};

export type MemberItem = { user_id: string; email: string; role: Role; joined_at: string };

export type InvitationItem = {
  id: string;
  email: string;
  role: Role;
  invited_by: string;
  created_at: string;
  expires_at: string;
};

export type OwnInvitationItem = {
  id: string;
  household_id: string;
  household_name: string;
  role: Role;
  invited_by: string;
  expires_at: string;
};

/** The person who made a key, link or token; null where nobody knows any more. */
export type Maker = { user_id: string; email: string; is_member: boolean } | null;

export type ApiKeyItem = {
  id: string;
  name: string;
  scope: ApiScope;
  hint: string;
  created_at: string;
  last_used_at: string | null;
  created_by: Maker;
};

export type ShareLinkItem = {
  id: string;
  name: string;
  scope: ShareScope;
  hint: string;
  expires_at: string | null;
  created_at: string;
  created_by: Maker;
  /** Null while the home's plan covers it. */
  suspended_because: ShareSuspension | null;
};

export type InboundTokenItem = {
  id: string;
  name: string;
  hint: string;
  signed: boolean;
  requires_timestamp: boolean;
  created_at: string;
  created_by: Maker;
};

export type ActivityItem = {
  id: string;
  at: string;
  actor: { type: ActorType; id: string | null; name: string | null };
  action: string;
  subject: string | null;
  details: Record<string, unknown>;
  ip: string | null;
};
