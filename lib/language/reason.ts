import type { Moment } from "../kernel/time.ts";

/** The codes of reasons without values. */
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
  // Used only by earlier versions, whose alerts are still in the database.
  "distrusted_faulty",
  "distrusted_stuck",
  "has_drifted",
  "distrusted_drifted",
] as const;

export type PlainReason = (typeof PLAIN_REASONS)[number];

/** The relation of a value to the limit of a built-in alert. */
export type LimitHow = "at_or_below" | "at_or_above" | "above" | "not_above" | "inside";

/** The values of a reason, by its code. Quantities keep their unit; hours and counts are plain numbers. */
export type ReasonValues = { [C in PlainReason]: Record<string, never> } & {
  /** `name` distinguishes the limits of a kind; null if the kind has only one. */
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

/** The reason of a decision. `reason-text.ts` writes it as a sentence in the reader's language. */
export type Reason = { [C in ReasonCode]: { code: C; values: ReasonValues[C] } }[ReasonCode];

export const plain = (code: PlainReason): Reason => ({ code, values: {} }) as Reason;

/** A value and its unit in Home Assistant's spelling; null for a state or a number without a unit. */
export type Quantity = { value: number; unit: string | null };

/**
 * The evidence of a decision. `value` is as measured, in `unit`: 1 or 0 for a state, the minutes of silence (`min`) for
 * an outage, the hours left (`h`) for time_to_freeze, the low for a forecast.
 */
export type Evidence = Quantity & {
  sensorId: string | null;
  deviceId: string | null;
  /** The time of the measurement; for an outage, of the last post; for a forecast, of the low. */
  at: Moment;
  /** Further values of the kind, such as an estimate's range and basis. Flat, so that it can be printed as it is. */
  more?: Record<string, string | number | null>;
};

/** The limit that a value was compared with, in the unit of the setting. `name` distinguishes the limits of a kind. */
export type Limit = Quantity & {
  name: string;
  is: "at_or_below" | "at_or_above" | "below" | "above" | "equals";
  /** How long the condition must hold, in milliseconds. */
  forMs: number;
};

/** The marks of evidence whose unit or place is unconfirmed. They make notices and pages ask for it. */
const MARKS = { unit: "unit_assumed", place: "place_unknown" } as const;
type Unsaid = keyof typeof MARKS;

/** Returns the marks for a sensor's evidence. */
export const unsaidMarks = (is: Record<Unsaid, boolean>): Record<string, 1> => ({
  ...(is.unit ? { [MARKS.unit]: 1 } : {}),
  ...(is.place ? { [MARKS.place]: 1 } : {}),
});

export const asksFor = (unsaid: Unsaid, evidence: Pick<Evidence, "more"> | null): boolean =>
  evidence?.more?.[MARKS[unsaid]] === 1;
