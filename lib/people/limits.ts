/** The limits of people, unit last. */
export const PEOPLE_LIMITS = {
  signInMinutes: 10,
  /** Wrong tries of one code; its link goes on. */
  signInCodeTriesMax: 5,
  /** A network counts as known to an address for so long after a sign-in from it. */
  signInKnownDays: 30,
  /** A sign-in or a code counts as a fresh proof for so long. */
  freshProofMinutes: 10,
  /** A passkey's challenge, in which a person finds and touches the authenticator. */
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
  /** Rows of a table that an export reads at a time. */
  exportRowsPage: 500,
  /** An API key's last use is written down at most this often. */
  apiKeyTouchMinutes: 5,
} as const;
