import { type NoticeView, valueText } from "./notice-view.ts";
import { nameText } from "./plain-text.ts";
import { type KindWords, more } from "./words-of.ts";

const FAULT_WORDS: Record<string, string> = {
  unplugged: "reports that it is unplugged or broken",
  stuck: "repeats one value and may be stuck",
  drifted: "has drifted away from the thermometers around it",
};

const faultText = (view: NoticeView): string =>
  `${FAULT_WORDS[String(more(view, "fault"))] ?? "sends readings that look wrong"}${driftText(view)}`;

const hasDrifted = (view: NoticeView): boolean => more(view, "fault") === "drifted";

/** How much warmer or colder than they would explain it is by now, in the household's degrees. */
function driftText(view: NoticeView): string {
  const kelvin = more(view, "drift_kelvin");
  if (!hasDrifted(view) || typeof kelvin !== "number") return "";
  const degrees = Math.round(Math.abs(kelvin) * (view.temperatureUnit === "°F" ? 9 / 5 : 1));
  return `, ${degrees} ${view.temperatureUnit} too ${kelvin > 0 ? "warm" : "cold"}`;
}

/** Says who watches meanwhile. */
function watchText(view: NoticeView): string {
  const guards = more(view, "guards");
  const standIn = more(view, "stand_in");
  if (standIn !== null)
    return `Until then the nearest sensor, ${nameText(String(standIn), "another one")}, stands in for it${standInText(view)}.`;
  if (guards === null) return "Until then that place isn't monitored.";
  return `Until then that place isn't monitored for ${guards === "water" ? "water" : "frost"}.`;
}

/** Says how cold it is where the stand-in is, once that is too cold for the place that nobody sees. */
function standInText(view: NoticeView): string {
  const [value, unit] = [more(view, "stand_in_value"), more(view, "stand_in_unit")];
  if (more(view, "stand_in_severity") === null || typeof value !== "number" || typeof unit !== "string")
    return "";
  return `, and is at ${valueText({ value, unit }, view.temperatureUnit)}`;
}

export const SENSOR_FAULT: KindWords = {
  noun: "sensor problem",
  plight: "a sensor problem",
  bad: (view) => `Sensor problem: ${view.where} ${faultText(view)}`,
  still: (view) => `Still a sensor problem: ${view.where} ${faultText(view)}`,
  over: ({ where }) => `${where} is working again`,
  advice: (view) =>
    `${hasDrifted(view) ? "Hold another thermometer beside it, and replace it if it is wrong." : "Check its cable and battery."} ${watchText(view)}`,
};
