import { bayMood, type ShownMood } from "./bay-mood.ts";
import type { BayScene } from "./facts.ts";

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

export const shownBay = (bay: Bay, now: Date): ShownBay => ({
  bay_id: bay.bayId,
  name: bay.name,
  space: bay.space,
  sensor_ids: bay.sensorIds,
  created_at: bay.createdAt.toISOString(),
  ...bayMood(bay, now),
});
