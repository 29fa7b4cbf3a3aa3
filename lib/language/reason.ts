import type { Moment } from "../kernel/time.ts";

/** Reasons that need no value. */
export const PLAIN_REASONS = [
  "water",
  "dry",
  "keeps_getting_damp",
  "keeps_getting_wet",
  "measures_again",
  "probe_unplugged",
  "value_repeats",
  "rooms_warming",
  "power_back",
  "power_out",
  "warming",
  "steady",
  "outside_not_freezing",
  "cool_as_usual",
  "cooling_unknown",
  "frozen_already",
  "no_forecast",
  "forecast_too_short",
  "never_reported",
  "not_all_offline",
  "no_room_reports",
  "colder_on_purpose",
  "probe_fault",
  "no_reading",
  "from_the_future",
  "too_late",
  "too_far_from_before",
  "not_a_temperature",
  "not_a_humidity",
  "recovered",
  "cleared",
  "answered",
  "disabled",
  "removed",
  "moved",
  "misread",
  "always_so_cold",
  // By earlier versions: their alerts stand in the history.
  "distrusted_faulty",
  "distrusted_stuck",
  "has_drifted",
  "distrusted_drifted",
] as const;

export type PlainReason = (typeof PLAIN_REASONS)[number];

/** How a value stands to the limit of a built-in alert. */
export type LimitHow = "at_or_below" | "at_or_above" | "above" | "not_above" | "inside";

/** The values of a reason, by its code. Quantities are as measured and set; hours and counts are plain numbers. */
export type ReasonValues = { [C in PlainReason]: Record<string, never> } & {
  /** `name` tells several limits of one kind apart; null where there is one. */
  limit: {
    value: Quantity;
    how: LimitHow;
    name: "warning" | "critical" | "high" | "low" | null;
    limit: Quantity;
  };
  no_limit: { value: Quantity };
  forecast_low: { value: Quantity; how: "at_or_below" | "above"; limit: Quantity };
  rule: { value: Quantity; how: "above" | "below" | "equals"; is: boolean; limit: Quantity };
  other_unit: { unit: string };
  silent: { minutes: number; allowed: number };
  cooling: { hours: number };
  rooms_cold: { rooms: number; value: Quantity };
  rooms_colder_than_usual: { rooms: number; value: Quantity; usual: Quantity };
  devices_offline: { devices: number };
};

export type ReasonCode = keyof ReasonValues;

/** Why something was decided. A sentence is made of it for its reader: `lib/language/languages.ts`. */
export type Reason = { [C in ReasonCode]: { code: C; values: ReasonValues[C] } }[ReasonCode];

/** Rows that are older than the codes hold an English sentence. */
export type StoredReason = Reason | string;

export const plain = (code: PlainReason): Reason => ({ code, values: {} }) as Reason;

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

/** The marks of evidence of which nobody has said the unit, or the place; notices and pages ask because of them. */
const MARKS = { unit: "unit_assumed", place: "place_unknown" } as const;
type Unsaid = keyof typeof MARKS;

/** What evidence says of itself, of these. */
export const unsaidMarks = (is: Record<Unsaid, boolean>): Record<string, 1> => ({
  ...(is.unit ? { [MARKS.unit]: 1 } : {}),
  ...(is.place ? { [MARKS.place]: 1 } : {}),
});

export const asksFor = (unsaid: Unsaid, evidence: Pick<Evidence, "more"> | null): boolean =>
  evidence?.more?.[MARKS[unsaid]] === 1;
