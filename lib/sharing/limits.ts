/** The limits of sharing. Each name ends with its unit. */
export const SHARING_LIMITS = {
  /** Notes pinned to a home's charts. */
  chartNotesMax: 1_000,
  /** The most notes, and the most alerts, in one chart; the newest ones are shown. */
  chartMarksMax: 50,
  calendarDays: 90,
  calendarEventsMax: 500,
} as const;
