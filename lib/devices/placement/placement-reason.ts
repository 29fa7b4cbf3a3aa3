/** What a guessed place rests on, and what that is said with. */
export type PlacementReasonValues = {
  called: { name: string };
  /** Of a freezer or a fridge. */
  called_and_cold: { name: string };
  freezer_cold: Record<string, never>;
  fridge_cold: Record<string, never>;
  cold_nights: Record<string, never>;
  never_warm: Record<string, never>;
};
export type PlacementReason = {
  [C in keyof PlacementReasonValues]: { code: C; values: PlacementReasonValues[C] };
}[keyof PlacementReasonValues];

/** Guesses that were kept before the codes have an English sentence. */
export type StoredPlacementReason = PlacementReason | string;
