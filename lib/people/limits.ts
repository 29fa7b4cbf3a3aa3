/** The limits of accounts and sessions. Each name ends with its unit. */
export const PEOPLE_LIMITS = {
  signInMinutes: 10,
  /** Wrong tries of one code. The mail's link still works after them. */
  signInCodeTriesMax: 5,
  /** How long a network counts as known to an email address after a sign-in from there. */
  signInKnownDays: 30,
  /** How long a sign-in or a code counts as a confirmed identity. */
  freshProofMinutes: 10,
  /** The lifetime of a passkey's challenge, in which a person finds and touches the authenticator. */
  passkeyChallengeMinutes: 5,
  passkeysMax: 20,
  sessionIdleDays: 14,
  sessionAbsoluteDays: 90,
  sessionTouchMinutes: 60,
  trialDays: 14,
  invitationDays: 7,
  userAgentCharactersMax: 200,
  invitationsMax: 50,
  apiKeysMax: 50,
  /** Rows of a table that an export reads per query. */
  exportRowsPage: 500,
  /** The shortest time between two updates of an API key's last use. */
  apiKeyTouchMinutes: 5,
} as const;
