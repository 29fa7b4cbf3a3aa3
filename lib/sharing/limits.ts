/** The limits of sharing, unit last. */
export const SHARING_LIMITS = {
  /** Notes pinned to a home's charts. */
  chartNotesMax: 1_000,
  /** Notes and alerts that one chart shows of its range, the newest. */
  chartMarksMax: 50,
  calendarDays: 90,
  calendarEventsMax: 500,
} as const;
