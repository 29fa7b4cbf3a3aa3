/** What a person is mailed of about how their account is entered. */
export type WayIn =
  | "passkey_added"
  | "passkey_removed"
  | "passkey_required"
  | "passkey_not_required"
  | "recovery_codes_made"
  | "recovery_code_used";
