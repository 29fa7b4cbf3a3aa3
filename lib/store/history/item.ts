import type { Place } from "../../domain/cursor.ts";
import type { Aggregate } from "../../domain/history/aggregate.ts";

/**
 * Where a sensor's values stand in the snapshots. Of a state the last value of a bucket is shown, not its
 * mean.
 */
export type SensorPlace = { sensorId: string; deviceNumber: number; position: number; isState?: boolean };

/** `count` is 0 of a quarter hour in which the value was held: nothing was said. */
export type BucketFigures = Omit<Aggregate, "lastAtMicros">;

/** A reading, or a bucket of them at its start; values in the sensor's own unit, a state 1 or 0. */
export type HistoryItem = {
  sensorId: string;
  atMicros: number;
  value: number;
  /** Null for a reading. */
  bucket: BucketFigures | null;
};

/**
 * Asks for one stretch: `from` ≤ time < `to` in epoch microseconds, after a place; the oldest `limit` or the
 * newest.
 */
export type StretchAsk = {
  sensors: readonly SensorPlace[];
  fromMicros: number;
  toMicros: number;
  after: Place | null;
  limit: number;
  newestFirst: boolean;
};

/** Ids are compared as JavaScript compares them, whatever the database's language. */
export const inOrder = (a: HistoryItem, b: HistoryItem): number =>
  a.atMicros - b.atMicros || (a.sensorId < b.sensorId ? -1 : a.sensorId > b.sensorId ? 1 : 0);

export const isAfter = ({ atMicros, sensorId }: HistoryItem, after: Place | null): boolean => {
  if (after === null) return true;
  const place = Number(after.atMicroseconds);
  return atMicros > place || (atMicros === place && sensorId > after.id);
};
