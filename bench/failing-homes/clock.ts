export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
/** When every story begins. */
export const START = Date.UTC(2027, 0, 4);
