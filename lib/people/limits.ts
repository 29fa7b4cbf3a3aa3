/** The limits of people, unit last. */
export const PEOPLE_LIMITS = {
  /**
   * Sign-in mails to an address that one caller asks for, so that nobody uses up what others may ask for …
   */
  signInPerPairPerHour: 5,
  /** … and from everywhere, but for networks that it has signed in from before. */
  signInPerAddressPerHour: 15,
  signInPerIpPerHour: 20,
  signInMinutes: 10,
  /** Wrong tries of one code; its link goes on. */
  signInCodeTriesMax: 5,
  /** Wrong codes of a day before the next one waits: of an address from one network, … */
  signInWrongCodesPerPair: 5,
  /** … of an address from networks that it has never signed in from, … */
  signInWrongCodesPerAddress: 10,
  /** … from one network for all addresses, … */
  signInWrongCodesPerNetwork: 20,
  /** … and for all addresses together. */
  signInWrongCodesInAll: 1_000,
  signInWaitSeconds: 60,
  signInWaitSecondsMax: 3_600,
  signInWaitInAllSeconds: 1,
  signInWaitInAllSecondsMax: 600,
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
  invitationsPerHour: 20,
  userAgentCharactersMax: 200,
  /**
   * Such a network is mailed so many at once, then one in so many seconds: what comes faster waits, at most so long,
   * and is refused beyond.
   */
  networkMailsAtOnce: 20,
  networkMailGapSeconds: 10,
  networkMailWaitSecondsMax: 60,
  invitationsMax: 50,
  apiKeysMax: 50,
  /** Rows of a table that an export reads at a time. */
  exportRowsPage: 500,
} as const;
