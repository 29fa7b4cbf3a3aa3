export const STATUS_LIMITS = {
  /** How long the status waits for the database before it answers without it. */
  statusWaitMs: 600,
  /** The status shows open incidents, and those that ended within these days. */
  statusIncidentDays: 14,
  statusIncidentsMax: 50,
  /** How long operators can still see an incident that is over. */
  statusIncidentKeptDays: 365,
  /** Updates of one incident, not counting its start and end. */
  statusUpdatesMax: 100,
  /** Fewer waiting messages are the fault of their addresses, not of the channel. */
  statusWaitingMin: 5,
  statusConfirmHours: 24,
  /** A second request for the same address within this time sends no second mail. */
  statusConfirmAgainMinutes: 10,
  /** Subscribers whose mails one statement queues, and statements of one dispatch. */
  statusMailBatch: 100,
  statusMailRoundsMax: 10,
  /** Waiting mails at which no more are queued, so that the outbox stays small with many subscribers. */
  statusMailsWaitingMax: 1_000,
  /** News older than this is not mailed any more. */
  statusMailHours: 24,
} as const;
