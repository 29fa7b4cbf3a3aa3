/** What a home's owners are written once. */
export const LETTERS = [
  "trial_7_days",
  "trial_3_days",
  "trial_1_day",
  "trial_ended",
  "no_device",
  "no_reading",
  "first_reading",
] as const;
export type Letter = (typeof LETTERS)[number];
