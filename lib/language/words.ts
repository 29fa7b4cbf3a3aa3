import type { SensorKind } from "../../schema/vocabulary.ts";

/** What is written about one fault: its name, and what is known of it. */
export type Fault = { title: string; reason: string };

/** Kinds of which too much spoils the air. */
export type AirKind = Extract<SensorKind, "co2" | "pm25" | "voc" | "humidity">;

/** The basis of a guessed place, and the values to explain it. */
export type PlacementReasonValues = {
  called: { name: string };
  /** Of a freezer or a fridge. */
  called_and_cold: { name: string };
  freezer_cold: Record<string, never>;
  fridge_cold: Record<string, never>;
  cold_nights: Record<string, never>;
  never_warm: Record<string, never>;
  /** A word of its name may be anything. */
  names_no_place: { name: string };
};
export type PlacementReason = {
  [C in keyof PlacementReasonValues]: { code: C; values: PlacementReasonValues[C] };
}[keyof PlacementReasonValues];
