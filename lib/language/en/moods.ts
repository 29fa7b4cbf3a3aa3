import type { MoodWords } from "../words.ts";

const LIST = /* @__PURE__ */ new Intl.ListFormat("en-GB");

export const EN_MOODS: MoodWords = {
  list: (names, more) => LIST.format(more > 0 ? [...names, `${more} more`] : names),
  water: (where) => `Water at ${where}`,
  offline: (devices, count) => `${devices} ${count === 1 ? "is" : "are"} offline`,
  unplugged: (sensors) => `${sensors} unplugged`,
  noReadings: "No recent readings",
  air: {
    co2: (where) => `Stale air: ${where}`,
    pm25: (where) => `Fine dust: ${where}`,
    voc: (where) => `Fumes in the air: ${where}`,
    humidity: (where) => `Damp: ${where}`,
  },
  hot: (temperature) => `Hot: ${temperature}`,
  intruders: (sensors) => `Everyone is away, but somebody is at ${sensors}`,
  cold: (temperature) => `Only ${temperature}`,
  away: "Everyone is away, and all is well",
  night: "It's night, and all is well",
  warmEvening: (temperature) => `A warm evening at ${temperature}`,
  well: "All is well",
  setByHand: "Set by hand",
  breaksThrough: (reason) => `${reason} (before the mood that was set by hand)`,
};
