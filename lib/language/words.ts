import type { SensorKind } from "../../schema/vocabulary.ts";

/** The words about a fault of the service: its name, and the details. */
export type Fault = { title: string; reason: string };

/** Kinds of sensors that measure air quality, where high values are bad. */
export type AirKind = Extract<SensorKind, "co2" | "pm25" | "voc" | "humidity">;

/** The reasons for a guessed placement, with the values that explain it. */
export type PlacementReasonValues = {
  called: { name: string };
  /** Only for freezers and fridges. */
  called_and_cold: { name: string };
  freezer_cold: Record<string, never>;
  fridge_cold: Record<string, never>;
  cold_nights: Record<string, never>;
  never_warm: Record<string, never>;
  /** The sensor's name has a word that may mean anything. */
  names_no_place: { name: string };
};
export type PlacementReason = {
  [C in keyof PlacementReasonValues]: { code: C; values: PlacementReasonValues[C] };
}[keyof PlacementReasonValues];
