/** How far a room has come on its way to 32 °F, from 0; the second rung is 40 °F, the third 35 °F, where a room is critical. */
export const FORTY_CELSIUS = 40 / 9;
export const CRITICAL_CELSIUS = 5 / 3;
const COLD_CELSIUS = [7, FORTY_CELSIUS, CRITICAL_CELSIUS, 0] as const;
const HOURS_LEFT = [12, 6, 3, 1] as const;

/** 40 °F. */
export const COLD_RUNG = 2;

export const coldRung = (celsius: number): number => COLD_CELSIUS.filter((limit) => celsius <= limit).length;

export const hoursRung = (hours: number): number => HOURS_LEFT.filter((limit) => hours <= limit).length;
