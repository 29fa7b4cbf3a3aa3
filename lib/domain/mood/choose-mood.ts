import type { ChosenMood, DerivedMood, MoodOverride } from "./facts.ts";

/** The moment of the end is the end. */
export const overrideHolds = ({ until }: MoodOverride, now: Date): boolean => until === null || now < until;

/**
 * What a person has set stands before what the sensors say, until it runs out. Only an alarm breaks through:
 * nobody shall smile while water runs. Then the override waits behind it, and its end is still shown.
 */
export function chooseMood(derived: DerivedMood, override: MoodOverride | null, now: Date): ChosenMood {
  if (override === null || !overrideHolds(override, now)) {
    return { ...derived, source: "derived", overrideUntil: null };
  }
  const overrideUntil = override.until;
  if (derived.mood !== "alarmed") {
    return { mood: override.mood, source: "override", reason: "Set by hand", overrideUntil };
  }
  const reason = `${derived.reason} (this breaks through "${override.mood}", which was set by hand)`;
  return { mood: "alarmed", source: "derived", reason, overrideUntil };
}
