/** The limits of functions/pages, unit last. */
export const PAGE_LIMITS = {
  /** Looks at a page, by its link or its reader; an open page asks three times a minute. */
  pagePerMinute: 120,
  /** Badges and cards of a link that stand on other sites; they don't count against the link's own page. */
  badgesPerMinute: 300,
  badgeMaxAgeSeconds: 60,
  badgeCharactersMax: 60,
  /** A link's calendar: how far it goes back if the link has the history, and its events. */
  calendarMaxAgeSeconds: 900,
  responderPerMinute: 30,
} as const;
