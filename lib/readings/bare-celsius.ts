/** A bare temperature above this is °F: no place in a home is as hot as 50 °C. */
export const BARE_CELSIUS_MAX = 50;
