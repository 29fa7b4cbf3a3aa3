/** What a home's owners are written once. */
export const LIFECYCLE_EMAILS = [
  "trial_7_days",
  "trial_3_days",
  "trial_1_day",
  "trial_ended",
  "no_device",
  "no_reading",
  "first_reading",
] as const;
export type LifecycleEmail = (typeof LIFECYCLE_EMAILS)[number];

/** What a person is mailed of about how their account is entered. */
export type WayIn = "passkey_added" | "passkey_removed";
