import type { AlertKind } from "../../../../schema/vocabulary.ts";
import { hourText, type NoticeView, valueText } from "./notice-view.ts";
import { nameText } from "./plain-text.ts";

/** What a kind says: when it begins or gets worse, while it lasts, when it is over, and what to do about it. */
export type KindWords = {
  /** The kind in a list of counts: `2 freeze, 1 leak`. */
  noun: string;
  /** The kind in a sentence about an alert: `Crawlspace: freezing cold, critical`. */
  plight: string;
  bad: (view: NoticeView) => string;
  still: (view: NoticeView) => string;
  /** Words for getting worse, where it is more than "Worse:" before `bad`. */
  worse?: (view: NoticeView) => string;
  over: (view: NoticeView) => string;
  /** The question, where an answer may end it. */
  answered?: (view: NoticeView) => string;
  advice: (view: NoticeView) => string;
};

const isCritical = ({ finding }: NoticeView): boolean => finding.severity === "critical";
const more = ({ finding }: NoticeView, name: string): string | number | null =>
  finding.evidence?.more?.[name] ?? null;

const FREEZE: KindWords = {
  noun: "freeze",
  plight: "freezing cold",
  bad: (view) =>
    `${isCritical(view) ? "Pipes may freeze" : "Cold"}: ${view.where} is at ${view.value}${view.trend}`,
  still: (view) =>
    `Still ${isCritical(view) ? "close to freezing" : "cold"}: ${view.where} is at ${view.value}${view.trend}`,
  over: (view) => `Warm again: ${view.where} is at ${view.value}`,
  advice: (view) =>
    isCritical(view)
      ? "Check the heating now. Let the taps drip."
      : "Check the heating, doors and windows there.",
};

const isDry = ({ finding }: NoticeView): boolean => finding.limit?.name === "low";

const HUMIDITY: KindWords = {
  noun: "humidity",
  plight: "humidity",
  bad: (view) => `${isDry(view) ? "Dry air" : "Damp"}: ${view.where} is at ${view.value}${view.trend}`,
  still: (view) => `Still ${isDry(view) ? "dry" : "damp"}: ${view.where} is at ${view.value}${view.trend}`,
  over: (view) => `Humidity is fine again: ${view.where} is at ${view.value}`,
  advice: (view) =>
    isDry(view) ? "Humidify, or turn the heating down a little." : "Air the room or run a dehumidifier.",
};

const LEAK: KindWords = {
  noun: "leak",
  plight: "water",
  bad: ({ where }) => `Water leak: ${where} is wet`,
  still: ({ where }) => `Still wet: ${where}`,
  over: ({ where }) => `Dry again: ${where}`,
  advice: () => "Shut off the water now.",
};

/** What it said last before the silence. */
function batteryText(view: NoticeView): string {
  const battery = more(view, "battery_pct");
  return typeof battery === "number" ? ` Its battery was at ${Math.round(battery)}%.` : "";
}

const OUTAGE: KindWords = {
  noun: "outage",
  plight: "a device is silent",
  bad: ({ where, clock }) => `No word from ${where} since ${clock}`,
  still: ({ where, lasted }) => `Still no word from ${where}, for ${lasted}`,
  over: ({ where }) => `${where} is back`,
  advice: (view) => `Check its power and the Wi-Fi there.${batteryText(view)}`,
};

const isIndoor = ({ finding }: NoticeView): boolean => finding.limit?.name === "indoor_low";

const FORECAST: KindWords = {
  noun: "forecast",
  plight: "frost is forecast",
  bad: (view) =>
    isIndoor(view)
      ? `${view.where} may fall to ${view.value}${view.ahead}`
      : `Hard freeze outside: ${view.value}${view.ahead}`,
  still: (view) => FORECAST.bad(view),
  over: (view) =>
    isIndoor(view) ? `${view.where} should stay warm enough` : "The hard freeze is off the forecast",
  advice: () => "Check the heating, and let the taps drip before it gets cold.",
};

/** The temperature part of a time that was left. */
const holdsAt = (view: NoticeView): string => {
  const celsius = more(view, "celsius");
  const { temperatureUnit } = view;
  return typeof celsius === "number"
    ? valueText({ value: celsius, unit: "°C" }, temperatureUnit)
    : "its temperature";
};

const TIME_TO_FREEZE: KindWords = {
  noun: "time to freeze",
  plight: "cooling towards freezing",
  bad: (view) => `${view.where} may freeze${view.freezes || " within hours"}`,
  still: (view) => TIME_TO_FREEZE.bad(view),
  over: (view) => `${view.where} holds at ${holdsAt(view)} for now`,
  advice: () => "Get the heating going now.",
};

const freezingText = ({ freezes }: NoticeView): string => (freezes === "" ? "" : `; may freeze${freezes}`);

/** The coldest of several rooms. */
function placeOf(view: NoticeView): string {
  const place = more(view, "place");
  return typeof place === "string" ? nameText(place, view.where) : view.where;
}

const HEATING_STOPPED: KindWords = {
  noun: "heating",
  plight: "heating that may have stopped",
  bad: (view) =>
    `Has the heating stopped? ${placeOf(view)} is at ${view.value}, falling${freezingText(view)}`,
  worse: (view) => `The heating seems to be off: ${placeOf(view)} is at ${view.value}${freezingText(view)}`,
  still: (view) => `The heating seems to be off: ${placeOf(view)} is at ${view.value}${freezingText(view)}`,
  over: (view) => `Holds for now: ${placeOf(view)} is at ${view.value}`,
  answered: (view) => `Settled: somebody has said why it gets colder (${placeOf(view)} is at ${view.value})`,
  advice: () => "If nobody turned it down and no door is open, look at the boiler now.",
};

const COLD_STORAGE: KindWords = {
  noun: "freezer or fridge",
  plight: "a freezer or fridge that is too warm",
  bad: (view) => `Too warm for food: ${view.where} is at ${view.value}${view.trend}`,
  still: (view) => `Still too warm for food: ${view.where} is at ${view.value}`,
  over: (view) => `Cold again: ${view.where} is at ${view.value}`,
  advice: () => "Check its door and its plug. Keep it shut: a full freezer holds for two days.",
};

const FAULT_WORDS: Record<string, string> = {
  unplugged: "reports that it is unplugged or broken",
  stuck: "repeats one value and may be stuck",
  drifted: "has drifted away from the thermometers around it",
};

const faultText = (view: NoticeView): string =>
  `${FAULT_WORDS[String(more(view, "fault"))] ?? "cannot be believed"}${driftText(view)}`;

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
  if (guards === null) return "Until then nothing watches that place.";
  return `Until then nothing watches that place for ${guards === "water" ? "water" : "frost"}.`;
}

/** Says how cold it is where the stand-in is, once that is too cold for the place that nobody sees. */
function standInText(view: NoticeView): string {
  const [value, unit] = [more(view, "stand_in_value"), more(view, "stand_in_unit")];
  if (more(view, "stand_in_severity") === null || typeof value !== "number" || typeof unit !== "string")
    return "";
  return `, and is at ${valueText({ value, unit }, view.temperatureUnit)}`;
}

const SENSOR_FAULT: KindWords = {
  noun: "sensor fault",
  plight: "a sensor that cannot be believed",
  bad: (view) => `${hasDrifted(view) ? "Doubtful" : "Blind"}: ${view.where} ${faultText(view)}`,
  still: (view) => `Still ${hasDrifted(view) ? "doubtful" : "blind"}: ${view.where} ${faultText(view)}`,
  over: ({ where }) => `${where} measures again`,
  advice: (view) =>
    `${hasDrifted(view) ? "Hold another thermometer beside it, and replace it if it is wrong." : "Look at its cable and battery."} ${watchText(view)}`,
};

/** A space, or the home. */
const silentPlace = (view: NoticeView): string => {
  const place = more(view, "place");
  return typeof place === "string" ? nameText(place, "the home") : view.home;
};

/** A lower bound of when the first room may freeze: by the clock, or that none can. */
const boundText = (view: NoticeView): string => {
  const notBefore = more(view, "not_before");
  if (typeof notBefore !== "number") return "";
  const isPast = notBefore <= view.finding.at;
  return isPast
    ? ". A room may be at 32 °F by now"
    : `. No room below 32 °F before ${hourText(notBefore, view.finding.at, view.timeZone)}`;
};

const isPowerOut = (view: NoticeView): boolean => more(view, "cause") === "power_out";

const INCIDENT: KindWords = {
  noun: "home gone silent",
  plight: "no power, or no word from all devices",
  bad: (view) =>
    isPowerOut(view)
      ? `No power in ${view.home} since ${view.clock}, and it gets cold${boundText(view)}`
      : `No word from ${silentPlace(view)} since ${view.clock}: power or internet?${boundText(view).replace(".", "")}`,
  still: (view) =>
    isPowerOut(view)
      ? `Still no power in ${view.home}, for ${view.lasted}${boundText(view)}`
      : `Still no word from ${silentPlace(view)}, for ${view.lasted}${boundText(view)}`,
  over: (view) =>
    isPowerOut(view) ? `There is power again in ${view.home}` : `Back: ${silentPlace(view)} is heard again`,
  advice: () => "Ask somebody nearby to look whether the power is on. Without power most heatings are off.",
};

const ruleName = ({ finding }: NoticeView): string =>
  "name" in finding.settings ? nameText(finding.settings.name, "Your rule") : "Your rule";

/** A state has no number worth telling. */
const reading = ({ finding, where, value, trend }: NoticeView): string =>
  (finding.evidence?.unit ?? null) === null ? where : `${where} is at ${value}${trend}`;

const RULE: KindWords = {
  noun: "own rule",
  plight: "a rule of yours",
  bad: (view) => `${ruleName(view)}: ${reading(view)}`,
  still: (view) => `Still: ${ruleName(view)}: ${reading(view)}`,
  over: (view) => `Over: ${ruleName(view)}: ${reading(view)}`,
  advice: () => "This is a rule of your own.",
};

export const KIND_WORDS: { [K in AlertKind]: KindWords } = {
  freeze: FREEZE,
  humidity: HUMIDITY,
  leak: LEAK,
  outage: OUTAGE,
  forecast: FORECAST,
  time_to_freeze: TIME_TO_FREEZE,
  heating_stopped: HEATING_STOPPED,
  cold_storage: COLD_STORAGE,
  sensor_fault: SENSOR_FAULT,
  incident: INCIDENT,
  rule: RULE,
};
