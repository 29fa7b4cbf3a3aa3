import type { ActorType } from "../../schema/vocabulary.ts";

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

export type ActivityAction =
  | "signed_in"
  | "signed_out"
  | "session_revoked"
  | "session_ended_by_operator"
  | "person_blocked"
  | "person_unblocked"
  | "passkey_added"
  | "passkey_renamed"
  | "passkey_removed"
  | "sign_in_failed"
  | "right_refused"
  | "limit_hit"
  | "household_created"
  | "household_changed"
  | "member_invited"
  | "invitation_revoked"
  | "member_joined"
  | "member_role_changed"
  | "member_removed"
  | "plan_changed"
  | "api_key_created"
  | "api_key_revoked"
  | "share_link_created"
  | "share_link_revoked"
  | "inbound_token_created"
  | "inbound_token_changed"
  | "inbound_token_revoked"
  | "device_created"
  | "device_changed"
  | "device_deleted"
  | "sensors_changed"
  | "ingest_key_rotated"
  | "ingest_key_revealed"
  | "pull_setup_saved"
  | "push_token_registered"
  | "push_token_removed"
  | "contact_added"
  | "contact_verified"
  | "contact_changed"
  | "contact_removed"
  | "companion_session_ended"
  | "puck_registered"
  | "puck_released"
  | "puck_claim_started"
  | "puck_claimed"
  | "bay_changed"
  | "bay_deleted"
  | "mood_overridden"
  | "mood_override_cleared"
  | "snoozed"
  | "snooze_cleared"
  | "vacation_started"
  | "vacation_cleared"
  | "alert_acknowledged"
  | "alert_answered"
  | "alert_handed_over"
  | "acknowledgement_expired"
  | "responder_answered"
  | "escalation_changed"
  | "home_contact_added"
  | "home_contact_confirmed"
  | "home_contact_stopped"
  | "home_contact_removed"
  | "rule_created"
  | "rule_changed"
  | "rule_deleted"
  | "note_pinned"
  | "note_removed"
  | "emergency_card_changed"
  | "emergency_photo_added"
  | "emergency_photo_removed"
  | "alert_settings_changed"
  | "notifications_changed"
  | "notification_tested"
  | "delivery_retried"
  | "delivery_replayed"
  | "contact_key_rotated"
  | "contact_key_overlap_ended";
