import type { Mood, MoodSource } from "../../../schema/vocabulary.ts";
import { isOnVacation, NO_QUIET } from "../../alerts/quiet/quiet.ts";
import type { BayScene } from "./climate.ts";
import { chooseMood, deriveMood, type MoodReader } from "./derive-mood.ts";

/** A mood as the wire has it. */
export type ShownMood = {
  mood: Mood;
  source: MoodSource;
  reason: string;
  override_until: string | null;
  updated_at: string;
};

/** `updated_at`: the newest of what the mood follows from, a person's word or a reading. */
export function bayMood(scene: BayScene, reader: MoodReader, now: Date): ShownMood {
  const derived = deriveMood({ ...scene.facts, isOnVacation: isAway(scene.vacation, now) }, reader, now);
  const { mood, source, reason, overrideUntil } = chooseMood(derived, scene.override, reader, now);
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

/** A bay as the wire has it. */
export type ShownBay = ShownMood & {
  bay_id: string;
  name: string;
  space: string | null;
  sensor_ids: string[] | null;
  created_at: string;
};

export type Bay = BayScene & {
  bayId: string;
  name: string;
  /** The sensors that make its mood; null for the whole home's. */
  space: string | null;
  /** Chosen one by one; null for those of the space. */
  sensorIds: string[] | null;
  createdAt: Date;
};

export const shownBay = (bay: Bay, reader: MoodReader, now: Date): ShownBay => ({
  bay_id: bay.bayId,
  name: bay.name,
  space: bay.space,
  sensor_ids: bay.sensorIds,
  created_at: bay.createdAt.toISOString(),
  ...bayMood(bay, reader, now),
});
