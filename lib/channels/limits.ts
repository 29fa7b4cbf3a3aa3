export const CHANNEL_LIMITS = {
  /** The maximum age of a provider's signed event: five minutes, as in Svix. */
  providerEventAgeMs: 300_000,
  pushTokensMax: 20,
  webhooksMax: 5,
  /** Addresses of one person on each channel such as ntfy; the bytes that we read of a response. */
  calledContactsMax: 5,
  callAnswerBytesMax: 4_096,
  /** How long an alert stays unacknowledged before members get a call. */
  callAfterMinutes: 10,
  /** How long a link that connects a chat works; the bot updates of one poll, and the time between polls. */
  telegramLinkMinutes: 60,
  telegramUpdatesMax: 50,
  telegramAskMs: 5_000,
} as const;
