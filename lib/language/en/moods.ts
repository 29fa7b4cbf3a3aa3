import type { AirKind } from "../words.ts";

const LIST = /* @__PURE__ */ new Intl.ListFormat("en-GB");

/** A language's words for why a bay feels as it does. Lists of names and temperatures come as texts. */
export const EN_MOODS = {
  /** A list of names, `more` of which are left out. */
  list: (names: readonly string[], more: number) =>
    LIST.format(more > 0 ? [...names, `${more} more`] : names),
  water: (where: string) => `Water at ${where}`,
  offline: (devices: string, count: number) => `${devices} ${count === 1 ? "is" : "are"} offline`,
  unplugged: (sensors: string) => `${sensors} unplugged`,
  noReadings: "No recent readings",
  air: {
    co2: (where) => `Stale air: ${where}`,
    pm25: (where) => `Fine dust: ${where}`,
    voc: (where) => `Fumes in the air: ${where}`,
    humidity: (where) => `Damp: ${where}`,
  } satisfies Record<AirKind, (where: string) => string>,
  hot: (temperature: string) => `Hot: ${temperature}`,
  intruders: (sensors: string) => `Everyone is away, but somebody is at ${sensors}`,
  cold: (temperature: string) => `Only ${temperature}`,
  away: "Everyone is away, and all is well",
  night: "It's night, and all is well",
  warmEvening: (temperature: string) => `A warm evening at ${temperature}`,
  well: "All is well",
  setByHand: "Set by hand",
  /** An alarm, before the mood that somebody has set. */
  breaksThrough: (reason: string) => `${reason} (before the mood that was set by hand)`,
};
export type MoodWords = typeof EN_MOODS;
