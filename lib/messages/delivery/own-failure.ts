/** Why we sent a message no further; what a provider says is stored in its own words. */
const OWN_FAILURES = [
  "not_configured",
  "key_lost",
  "removed",
  "overtaken",
  "answered",
  "called_enough",
  "used_up",
] as const;
export type OwnFailure = (typeof OWN_FAILURES)[number];

export const isOwnFailure = (text: string | null): text is OwnFailure =>
  OWN_FAILURES.some((failure) => failure === text);
