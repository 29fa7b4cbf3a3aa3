/** The lowest that a place was on a UTC day, by the day's number. */
export type DayLow = { day: number; fahrenheit: number };

/** What an unheated place's earlier frosts say of its warning; its critical limit is never moved. In °F. */
export const FROST_PAST = {
  /** Where nothing is known, and what counts as a frost in there. */
  usual: 33,
  /** It freezes in there again and again: so many days, which a single cold spell or an open vent does not make. */
  often: { days: 10, spanDays: 14 },
  /** The coldest of all may have been an accident. */
  accidents: 2,
  /** This much colder than it ever got is news. */
  below: 2,
  /** Never lower than that: the critical limit is 25. */
  least: 27,
  /** It never froze: a whole winter is known, and it stayed above this. */
  never: { days: 330, above: 36 },
  most: 36,
} as const;

/**
 * The frost warning by which an unheated place is judged, in whole °F; null where its past says too little. A
 * garage that freezes each cold night is told of once it is colder than that, a crawl space that stayed above 36
 * all year already before it freezes.
 */
export function frostWarningOf(lows: readonly DayLow[]): number | null {
  const frosts = lows.filter(({ fahrenheit }) => fahrenheit <= FROST_PAST.usual);
  const coldest = lows.map(({ fahrenheit }) => fahrenheit).toSorted((a, b) => a - b)[FROST_PAST.accidents];
  if (coldest === undefined) return null;
  const warning = Math.floor(coldest - FROST_PAST.below);
  if (isOften(frosts)) return Math.min(FROST_PAST.usual, Math.max(FROST_PAST.least, warning));
  const isNever = lows.length >= FROST_PAST.never.days && coldest >= FROST_PAST.never.above;
  return isNever ? Math.min(FROST_PAST.most, Math.max(FROST_PAST.usual, warning)) : null;
}

function isOften(frosts: readonly DayLow[]): boolean {
  const days = frosts.map(({ day }) => day);
  const { days: daysMin, spanDays } = FROST_PAST.often;
  return days.length >= daysMin && Math.max(...days) - Math.min(...days) >= spanDays;
}
