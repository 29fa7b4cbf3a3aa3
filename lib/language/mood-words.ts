import type { SensorKind } from "../../schema/vocabulary.ts";

/** Kinds of which too much spoils the air. */
export type AirKind = Extract<SensorKind, "co2" | "pm25" | "voc" | "humidity">;

/** A language's words for why a bay feels as it does. Lists of names and temperatures come as texts. */
export type MoodWords = {
  /** A list of names, `more` of which are left out. */
  list: (names: readonly string[], more: number) => string;
  water: (where: string) => string;
  offline: (devices: string, count: number) => string;
  unplugged: (sensors: string) => string;
  noReadings: string;
  air: Record<AirKind, (where: string) => string>;
  hot: (temperature: string) => string;
  intruders: (sensors: string) => string;
  cold: (temperature: string) => string;
  away: string;
  night: string;
  warmEvening: (temperature: string) => string;
  well: string;
  setByHand: string;
  /** An alarm, before the mood that somebody has set. */
  breaksThrough: (reason: string) => string;
};
