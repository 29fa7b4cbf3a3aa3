import type { AlertKind } from "../../../schema/vocabulary.ts";
import type { Quantity } from "../../alerts/evidence.ts";
import { convert } from "../../kernel/units.ts";
import { SENSOR_FAULT } from "./fault-words.ts";
import { hourText, type NoticeView, valueText } from "./notice-view.ts";
import { nameText } from "./plain-text.ts";
import { type KindWords, more } from "./words-of.ts";

export type { KindWords } from "./words-of.ts";

const isCritical = ({ finding }: NoticeView): boolean => finding.severity === "critical";
const celsiusOf = ({ value, unit }: Quantity): number | null =>
  unit === null ? null : convert(value, unit, "°C");

/** What it was told of is usual for the place, by the limit that the place has by now: it got no warmer. */
const isUsualCold = ({ finding: { peak, limit } }: NoticeView): boolean => {
  const [worst, least] = [peak, limit].map((quantity) => (quantity === null ? null : celsiusOf(quantity)));
  return worst != null && least != null && worst > least;
};

/** What is at 32 °F may freeze no more: it does. */
const isFrozen = ({ finding: { evidence } }: NoticeView): boolean => {
  const celsius = evidence === null ? null : celsiusOf(evidence);
  return celsius !== null && celsius <= 0;
};

function coldText(view: NoticeView): string {
  if (!isCritical(view)) return "Cold";
  return isFrozen(view) ? "Below freezing" : "Pipes may freeze";
}

const FREEZE: KindWords = {
  noun: "freeze",
  plight: "freezing cold",
  bad: (view) => `${coldText(view)}: ${view.where} ${view.isAt}${view.trend}`,
  still: (view) =>
    `Still ${isFrozen(view) ? "below freezing" : isCritical(view) ? "close to freezing" : "cold"}: ${view.where} ${view.isAt}${view.trend}`,
  over: (view) =>
    isUsualCold(view)
      ? `Always this cold: ${view.where} ${view.isAt}. You'll be alerted if it gets colder than usual`
      : `Warm again: ${view.where} ${view.isAt}`,
  advice: (view) =>
    isCritical(view)
      ? "Check the heating now. Let the taps drip."
      : "Check the heating, doors and windows there.",
};

const isDry = ({ finding }: NoticeView): boolean => finding.limit?.name === "low";

const HUMIDITY: KindWords = {
  noun: "humidity",
  plight: "humidity",
  bad: (view) => `${isDry(view) ? "Dry air" : "Damp"}: ${view.where} ${view.isAt}${view.trend}`,
  still: (view) => `Still ${isDry(view) ? "dry" : "damp"}: ${view.where} ${view.isAt}${view.trend}`,
  over: (view) => `Humidity is fine again: ${view.where} ${view.isAt}`,
  advice: (view) =>
    isDry(view) ? "Humidify, or turn the heating down a little." : "Air the room or run a dehumidifier.",
};

const LEAK: KindWords = {
  noun: "leak",
  plight: "water",
  bad: ({ where }) => `Water leak: ${where} is wet`,
  still: ({ where }) => `Still wet: ${where}`,
  over: ({ where }) => `Dry again: ${where}`,
  again: (view) => {
    const spells = more(view, "damp_spells");
    return typeof spells === "number"
      ? {
          line: `Keeps getting damp: ${view.where}, wet ${spells} times in a day`,
          advice:
            "Look for condensation or a slow drip there. You'll hear at once if it stays wet for longer, or another sensor gets wet.",
        }
      : null;
  },
  advice: () => "Shut off the water now.",
};

/** What it said last before the silence. */
function batteryText(view: NoticeView): string {
  const battery = more(view, "battery_pct");
  return typeof battery === "number" ? ` Its battery was at ${Math.round(battery)}%.` : "";
}

const OUTAGE: KindWords = {
  noun: "outage",
  plight: "a device is offline",
  bad: ({ where, clock }) => `Offline since ${clock}: ${where}`,
  still: ({ where, lasted }) => `Still offline: ${where}, for ${lasted}`,
  over: ({ where }) => `${where} is back online`,
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

const hasFrozen = (view: NoticeView): boolean => {
  const celsius = more(view, "celsius");
  return typeof celsius === "number" && celsius <= 0;
};

const TIME_TO_FREEZE: KindWords = {
  noun: "time to freeze",
  plight: "cooling towards freezing",
  bad: (view) =>
    hasFrozen(view)
      ? `Below freezing: ${view.where} is at ${holdsAt(view)}`
      : `${view.where} may freeze${view.freezes || " within hours"}`,
  still: (view) => TIME_TO_FREEZE.bad(view),
  over: (view) =>
    hasFrozen(view)
      ? `${view.where} is below freezing, at ${holdsAt(view)}`
      : `${view.where} is holding at ${holdsAt(view)}`,
  advice: () => "Get the heating going now.",
};

const freezingText = (view: NoticeView): string =>
  view.freezes === "" || isFrozen(view) ? "" : `; may freeze${view.freezes}`;

/** The coldest of several rooms. */
function placeOf(view: NoticeView): string {
  const place = more(view, "place");
  return typeof place === "string" ? nameText(place, view.where) : view.where;
}

const HEATING_STOPPED: KindWords = {
  noun: "heating",
  plight: "heating that may have stopped",
  bad: (view) => `Has the heating stopped? ${placeOf(view)} ${view.isAt}, falling${freezingText(view)}`,
  worse: (view) => `The heating may be off: ${placeOf(view)} ${view.isAt}${freezingText(view)}`,
  still: (view) => `The heating may be off: ${placeOf(view)} ${view.isAt}${freezingText(view)}`,
  over: (view) =>
    isFrozen(view)
      ? `The home is getting warmer; ${placeOf(view)} ${view.isAt}`
      : `${placeOf(view)} ${view.isAt.replace(/^is at/, "is holding at")}`,
  answered: (view) => `Resolved: someone explained why it's getting colder (${placeOf(view)} ${view.isAt})`,
  advice: () => "If nobody turned it down and no door is open, check the boiler now.",
};

const COLD_STORAGE: KindWords = {
  noun: "freezer or fridge",
  plight: "a freezer or fridge that is too warm",
  bad: (view) => `Too warm for food: ${view.where} ${view.isAt}${view.trend}`,
  still: (view) => `Still too warm for food: ${view.where} ${view.isAt}`,
  over: (view) => `Cold again: ${view.where} ${view.isAt}`,
  advice: () => "Check its door and its plug. Keep it shut: a full freezer holds for two days.",
};

/** A space, or the home. */
const silentPlace = (view: NoticeView): string => {
  const place = more(view, "place");
  return typeof place === "string" ? nameText(place, "the home") : view.home;
};

/** When the first room may freeze, by the clock; on the early side. */
const boundText = (view: NoticeView): string => {
  const notBefore = more(view, "not_before");
  if (typeof notBefore !== "number") return "";
  const freezing = valueText({ value: 0, unit: "°C" }, view.temperatureUnit);
  const { at } = view.finding;
  const when = notBefore <= at ? "by now" : `from ${hourText(notBefore, at, view.timeZone)} on`;
  return `. A room may be at ${freezing} ${when}`;
};

const isPowerOut = (view: NoticeView): boolean => more(view, "cause") === "power_out";

const INCIDENT: KindWords = {
  noun: "home offline",
  plight: "no power, or all devices offline",
  bad: (view) =>
    isPowerOut(view)
      ? `No power in ${view.home} since ${view.clock}, and it's getting cold${boundText(view)}`
      : `Offline since ${view.clock}: ${silentPlace(view)}. Power or internet?${boundText(view).replace(".", "")}`,
  still: (view) =>
    isPowerOut(view)
      ? `Still no power in ${view.home}, for ${view.lasted}${boundText(view)}`
      : `Still offline: ${silentPlace(view)}, for ${view.lasted}${boundText(view)}`,
  worse: (view) => INCIDENT.still(view),
  over: (view) =>
    isPowerOut(view) ? `The power is back in ${view.home}` : `${silentPlace(view)} is back online`,
  advice: () => "Ask someone nearby to check the power. Most heating stops without it.",
};

const ruleName = ({ finding }: NoticeView): string =>
  "name" in finding.settings ? nameText(finding.settings.name, "Custom rule") : "Custom rule";

/** A state has no number worth telling. */
const reading = ({ finding, where, value, trend }: NoticeView): string =>
  (finding.evidence?.unit ?? null) === null ? where : `${where} is at ${value}${trend}`;

const RULE: KindWords = {
  noun: "custom rule",
  plight: "a custom rule",
  bad: (view) => `${ruleName(view)}: ${reading(view)}`,
  still: (view) => `Still: ${ruleName(view)}: ${reading(view)}`,
  over: (view) => `Over: ${ruleName(view)}: ${reading(view)}`,
  advice: () => "From your custom rule.",
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
