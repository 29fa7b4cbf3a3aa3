import { climateOf } from "./climate.ts";
import type { DerivedMood, MoodFacts } from "./facts.ts";
import { JUDGEMENTS } from "./judgements.ts";
import { localHour } from "./local-hour.ts";

const CONTENT: DerivedMood = { mood: "happy", reason: "All is well" };

/** How a bay feels and why: the gravest of what can be said of it, from its facts at `now` alone. */
export function deriveMood(facts: MoodFacts, now: Date): DerivedMood {
  const { activeAlerts, isOnVacation, temperatureUnit } = facts;
  const hour = localHour(facts.timeZone, now);
  const scene = { activeAlerts, isOnVacation, temperatureUnit, hour, climate: climateOf(facts.sensors, now) };
  for (const judgement of JUDGEMENTS) {
    const derived = judgement(scene);
    if (derived !== null) return derived;
  }
  return CONTENT;
}
