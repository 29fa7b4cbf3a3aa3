/** The limits of budget, unit last. */
export const BUDGET_LIMITS = {
  /** Invitations to one address from all homes, and by one person to all addresses, in a day (UTC). */
  invitationsToAddressPerDay: 3,
  invitationsByAccountPerDay: 20,
  /** Codes to one such address, by one person, and from one network of newcomers, in a day (UTC). */
  addressCalledCodesPerDay: 5,
  accountCalledCodesPerDay: 20,
  networkCalledCodesPerDay: 40,
  /** Text messages of all homes together in a day, unless the operator sets another number … */
  instanceSmsPerDay: 500,
  /** … The operator is told at this share of it. */
  smsWarningPercent: 80,
  /** The part of a day's texts that only leaks and critical alerts of established homes may use … */
  smsReservePercent: 25,
  /** … and the most that newcomers, one network of theirs, codes, and codes of newcomers may use. */
  smsNewcomersPercent: 40,
  smsNetworkPercent: 10,
  smsCodesPercent: 20,
  smsNewcomerCodesPercent: 10,
  /** Codes of newcomers from one address or /64, and from one /24 or /48, in a day. */
  hostCodesPerDay: 10,
  networkCodesPerDay: 20,
  /** When a home with a plan of its own counts as established: its age, and how long a device was heard. */
  establishedDays: 7,
  establishedHeardDays: 1,
  /**
   * Mails in a day to people who have never signed in from the network that asks: to one mailbox, from one network,
   * and of all, unless the operator sets another number.
   */
  mailboxNewcomerMailsPerDay: 20,
  networkNewcomerMailsPerDay: 300,
  instanceNewcomerMailsPerDay: 3_000,
  networkInvitationsPerDay: 100,
  networkFeedTriesPerHour: 100,
  instanceFeedTriesPerHour: 1_000,
  exportsPerHour: 10,
  networkExportsPerHour: 30,
  instanceExportsPerHour: 200,
  linksPerDay: 100,
  networkLinksPerDay: 500,
  /** Mails that confirm a subscription to the status, a mailbox in a day. */
  mailboxStatusMailsPerDay: 3,
  /**
   * Messages that cost nobody a fee, such as mails, by each channel in a day: of one home, or of a network's young homes
   * together, and of one that is young. Leaks and critical alerts have as many again.
   */
  homeMessagesPerDay: 2_000,
  youngHomeMessagesPerDay: 200,
  /** Feeds that a home tries out before it saves them. */
  feedTriesPerHour: 30,
  /** Calls of all homes in a day (UTC); an operator may set another figure. */
  instanceCallsPerDay: 100,
} as const;
