import type { FeedFailure, SensorKind } from "../../../schema/vocabulary.ts";

/** `jsonRoot` null for the whole answer. */
export type FeedTrial = { url: string; jsonRoot: string | null };

/** `value` in `unit`; a state is 1 or 0 and has no unit. */
export type TriedReading = {
  key: string;
  label: string;
  kind: SensorKind;
  unit: string | null;
  value: number;
  state: boolean;
};

/** What a poll would have read; `failure` says why it would have read nothing. */
export type TriedFeed = {
  readings: TriedReading[];
  battery: number | null;
  rssi: number | null;
  failure: FeedFailure | null;
};
