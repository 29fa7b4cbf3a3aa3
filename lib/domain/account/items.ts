import type { HouseholdUnit, Plan, SessionKind } from "../../../schema/vocabulary.ts";
import type { ActivityItem as WireActivityItem } from "../../../schema/wire/account/activity.ts";
import type { Invitation, MemberItem as WireMemberItem } from "../../../schema/wire/account/household.ts";
import type { ApiKey, InboundToken, ShareLink } from "../../../schema/wire/account/keys.ts";
import type { SessionAnswer } from "../../../schema/wire/account/sign-in.ts";

/** What lists show, as the wire has it: no secrets, times in ISO 8601. */

export type SessionItem = {
  id: string;
  kind: SessionKind;
  household_id: string;
  user_agent: string;
  address: string | null;
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

export type MemberItem = WireMemberItem;

export type InvitationItem = Invitation;

export type OwnInvitationItem = SessionAnswer["invitations"][number];

/** The person who made a key, link or token; null where nobody knows any more. */
export type Maker = { user_id: string; email: string; is_member: boolean } | null;

export type ApiKeyItem = ApiKey;

export type ShareLinkItem = ShareLink;

export type InboundTokenItem = InboundToken;

export type ActivityItem = WireActivityItem;
