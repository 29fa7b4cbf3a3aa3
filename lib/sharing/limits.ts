/** The limits of sharing, unit last. */
export const SHARING_LIMITS = {
  /** Notes pinned to a home's charts. */
  chartNotesMax: 1_000,
  /** Notes and alerts that one chart shows of its range, the newest. */
  chartMarksMax: 50,
  shareLiveHours: 24,
  calendarDays: 90,
  calendarEventsMax: 500,
  /** An API key's last use is written down at most this often. */
  apiKeyTouchMinutes: 5,
  inboundTokensMax: 50,
  shareLinksMax: 100,
  freeShareLinksMax: 1,
} as const;
