export const CHANNEL_LIMITS = {
  /** How old what a provider signed may be when it arrives: five minutes, as Svix has it. */
  providerEventAgeMs: 300_000,
  pushTokensMax: 20,
  webhooksMax: 5,
  /** Addresses of one person on each channel that is called, such as ntfy; what is read of an answer. */
  calledContactsMax: 5,
  callAnswerBytesMax: 4_096,
  /** For how long an alert goes unacknowledged before somebody is called. */
  callAfterMinutes: 10,
  /** How long the link that connects a chat works, and how many bot updates are fetched at once and how often. */
  telegramLinkMinutes: 60,
  telegramUpdatesMax: 50,
  telegramAskMs: 5_000,
} as const;
