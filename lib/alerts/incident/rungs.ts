/** The subject of a frost that is forecast for the home's place. */
export const OUTDOOR_SUBJECT = "outdoor";

/**
 * How far a room has come on its way to 32 °F, from 0: what is told on one rung is told again on the next.
 */
const COLD_CELSIUS = [7, 4.5, 2.2, 0] as const;
const HOURS_LEFT = [12, 6, 3, 1] as const;

export const coldRung = (celsius: number): number => COLD_CELSIUS.filter((limit) => celsius <= limit).length;

export const hoursRung = (hours: number): number => HOURS_LEFT.filter((limit) => hours <= limit).length;
