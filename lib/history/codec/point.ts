/**
 * One reading of one sensor: whole epoch microseconds (below 2^53), the value in the sensor's own unit, a
 * state 1 or 0.
 */
export type Point = { atMicros: number; value: number };
