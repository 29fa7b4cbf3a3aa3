export const STATUS_LIMITS = {
  /** How long the database has to answer before the status is returned without it. */
  statusWaitMs: 600,
  /** Incidents that the status tells of: those that last, and those that ended in these days. */
  statusIncidentDays: 14,
  statusIncidentsMax: 50,
  /** How long operators can still read of one that is over. */
  statusIncidentKeptDays: 365,
  /** The updates of one incident, besides its beginning and end. */
  statusUpdatesMax: 100,
  /** Fewer messages that wait are their addresses' fault. */
  statusWaitingMin: 5,
  statusConfirmHours: 24,
  /** A second request for the same address within this time sends no second mail. */
  statusConfirmAgainMinutes: 10,
  /** Subscribers that one statement queues mails for, and how many statements a dispatch makes. */
  statusMailBatch: 100,
  statusMailRoundsMax: 10,
  /** Mails of incidents that wait at a time, so that the outbox stays small however many have subscribed. */
  statusMailsWaitingMax: 1_000,
  /** News older than this is not mailed any more. */
  statusMailHours: 24,
} as const;
