import type { Moment } from "../kernel/time.ts";
/** A quantity with its unit as Home Assistant writes it; null for a state or a bare number. */
export type Quantity = { value: number; unit: string | null };

/**
 * What a decision rests on. `value` as it was measured, in `unit`; a state is 1 or 0, an outage the minutes
 * of silence (`min`), time_to_freeze the hours left (`h`), a forecast its low.
 */
export type Evidence = Quantity & {
  sensorId: string | null;
  deviceId: string | null;
  /** When it was measured; the last sign of life in an outage; the hour of the low in a forecast. */
  at: Moment;
  /** What else the kind knows, such as an estimate's range and basis. Flat, so that it prints as it is. */
  more?: Record<string, string | number | null>;
};

/** The limit that was compared with, as it was set. `name` tells several limits of one kind apart. */
export type Limit = Quantity & {
  name: string;
  is: "at_or_below" | "at_or_above" | "below" | "above" | "equals";
  /** For how long it has to hold, in milliseconds. */
  forMs: number;
};
