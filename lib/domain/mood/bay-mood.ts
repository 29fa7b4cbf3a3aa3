import type { Mood, MoodSource } from "../../../schema/vocabulary.ts";
import { isOnVacation, NO_QUIET } from "../alerts/quiet.ts";
import { chooseMood } from "./choose-mood.ts";
import { deriveMood } from "./derive-mood.ts";
import type { BayScene } from "./facts.ts";

/** A mood as the wire has it. */
export type ShownMood = {
  mood: Mood;
  source: MoodSource;
  reason: string;
  override_until: string | null;
  updated_at: string;
};

/** `updated_at`: the newest of what the mood follows from, a person's word or a reading. */
export function bayMood(scene: BayScene, now: Date): ShownMood {
  const derived = deriveMood({ ...scene.facts, isOnVacation: isAway(scene.vacation, now) }, now);
  const { mood, source, reason, overrideUntil } = chooseMood(derived, scene.override, now);
  return {
    mood,
    source,
    reason,
    override_until: overrideUntil?.toISOString() ?? null,
    updated_at: (source === "override" ? scene.updatedAt : newestFact(scene)).toISOString(),
  };
}

const isAway = ({ since, until }: BayScene["vacation"], now: Date): boolean =>
  since !== null &&
  isOnVacation({ ...NO_QUIET, vacation: { until: until === null ? null : until.getTime() } }, now.getTime());

function newestFact({ updatedAt, facts }: BayScene): Date {
  const read = facts.sensors.map(({ recordedAt }) => recordedAt?.getTime() ?? 0);
  return new Date(Math.max(updatedAt.getTime(), ...read));
}
