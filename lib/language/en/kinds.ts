import type { AlertKind } from "../../../schema/vocabulary.ts";
import { nameText } from "../../messages/sms-text.ts";
import {
  batteryLeft,
  freezesFrom,
  type Hour,
  hasFrozen,
  hasNumber,
  isCritical,
  isDry,
  isFrozen,
  isIndoor,
  isOfAWeek,
  isPowerOut,
  isThawing,
  isUsualCold,
  lastHeard,
  more,
  type NoticeView,
  namedIn,
  placeOf,
  standInValue,
  wetFrom,
  wetOften,
} from "../notice-view.ts";
import type { KindWords } from "../notice-words.ts";

const FAULTS: Record<string, string> = {
  unplugged: "reports that it is unplugged or broken",
  stuck: "repeats one value and may be stuck",
};

function faultText(view: NoticeView): string {
  return FAULTS[String(more(view, "fault"))] ?? "sends readings that look wrong";
}

/** Says who watches meanwhile. */
function watchText(view: NoticeView): string {
  const guards = more(view, "guards");
  const standIn = more(view, "stand_in");
  if (standIn !== null) {
    const value = standInValue(view);
    return `Until then the nearest sensor, ${nameText(String(standIn), "another one")}, stands in for it${value === null ? "" : `, and is at ${value}`}.`;
  }
  if (guards === null) return "Until then that place isn't monitored.";
  return `Until then that place isn't monitored for ${guards === "water" ? "water" : "frost"}.`;
}

export const SENSOR_FAULT: KindWords = {
  noun: "sensor problem",
  plight: "a sensor problem",
  bad: (view) => `Sensor problem: ${view.where} ${faultText(view)}`,
  still: (view) => `Still a sensor problem: ${view.where} ${faultText(view)}`,
  over: ({ where }) => `${where} is working again`,
  advice: (view) => `Check its cable and battery. ${watchText(view)}`,
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

const HUMIDITY: KindWords = {
  noun: "humidity",
  plight: "humidity",
  bad: (view) => `${isDry(view) ? "Dry air" : "Damp"}: ${view.where} ${view.isAt}${view.trend}`,
  still: (view) => `Still ${isDry(view) ? "dry" : "damp"}: ${view.where} ${view.isAt}${view.trend}`,
  over: (view) => `Humidity is fine again: ${view.where} ${view.isAt}`,
  advice: (view) =>
    isDry(view) ? "Humidify, or turn the heating down a little." : "Air the room or run a dehumidifier.",
};

export const hourText = ({ clock, weekday }: Hour): string =>
  weekday === null ? clock : `${weekday} ${clock}`;

const LEAK: KindWords = {
  noun: "leak",
  plight: "water",
  bad: (view) => {
    const often = wetOften(view);
    return often === null
      ? `Water leak: ${view.where} is wet`
      : `Water again and again: ${view.where}, wet ${often.times} times since ${hourText(often.from)}`;
  },
  still: (view) => {
    const often = wetOften(view);
    return often === null
      ? `Still wet: ${view.where}`
      : often.times === 1
        ? `Wet again: ${view.where}, since ${hourText(often.from)}`
        : `Keeps getting wet: ${view.where}, ${often.times} times since ${hourText(often.from)}`;
  },
  worse: (view) => {
    const from = wetFrom(view);
    return from === null
      ? `Worse: ${LEAK.bad(view)}`
      : `Worse than before: ${view.where}, wet since ${hourText(from)}`;
  },
  over: ({ where }) => `Dry again: ${where}`,
  again: (view) => {
    if (wetOften(view) !== null)
      return {
        line: LEAK.still(view),
        advice:
          "It happens as often as on other days. Find out where the water comes from. We'll alert you at once if it gets wet more often or stays wet for longer.",
      };
    const spells = more(view, "damp_spells");
    return typeof spells === "number"
      ? {
          line: `Keeps getting damp: ${view.where}, wet ${spells} times in a ${isOfAWeek(view) ? "week" : "day"}`,
          advice:
            "Look for condensation or a slow drip there. We'll alert you at once if it stays wet for longer, or another sensor gets wet.",
        }
      : null;
  },
  advice: (view) =>
    wetOften(view) === null
      ? "Shut off the water now."
      : "Look for a slow leak there. Shut off its water until it's found.",
};

const OUTAGE: KindWords = {
  noun: "outage",
  plight: "a device is offline",
  bad: (view) => `Offline since ${hourText(lastHeard(view))}: ${view.where}`,
  still: ({ where, lasted }) => `Still offline: ${where}, for ${lasted}`,
  over: ({ where }) => `${where} is back online`,
  advice: (view) => {
    const battery = batteryLeft(view);
    return `Check its power and the Wi-Fi there.${battery === null ? "" : ` Its battery was at ${battery}%.`}`;
  },
};

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

const TIME_TO_FREEZE: KindWords = {
  noun: "time to freeze",
  plight: "cooling towards freezing",
  bad: (view) =>
    hasFrozen(view)
      ? `Below freezing: ${view.where} ${view.isAt}`
      : `${view.where} may freeze${view.freezes || " within hours"}`,
  still: (view) => TIME_TO_FREEZE.bad(view),
  over: (view) =>
    hasFrozen(view)
      ? TIME_TO_FREEZE.bad(view)
      : `${view.where} ${view.holdsAt || "is holding at its temperature"}`,
  advice: () => "Get the heating going now.",
};

const freezingText = (view: NoticeView): string =>
  view.freezes === "" || isFrozen(view) ? "" : `; may freeze${view.freezes}`;

/** The coldest of several rooms. */
const HEATING_STOPPED: KindWords = {
  noun: "heating",
  plight: "heating that may have stopped",
  bad: (view) => `Has the heating stopped? ${placeOf(view)} ${view.isAt}, falling${freezingText(view)}`,
  worse: (view) => `The heating may be off: ${placeOf(view)} ${view.isAt}${freezingText(view)}`,
  still: (view) => `The heating may be off: ${placeOf(view)} ${view.isAt}${freezingText(view)}`,
  over: (view) =>
    isFrozen(view)
      ? `The home is getting warmer; ${placeOf(view)} ${view.isAt}`
      : `${placeOf(view)} ${view.holdsAt}`,
  answered: (view) => `Resolved: someone explained why it's getting colder (${placeOf(view)} ${view.isAt})`,
  advice: () => "If nobody turned it down and no door is open, check the boiler now.",
};

const COLD_STORAGE: KindWords = {
  noun: "freezer or fridge",
  plight: "a freezer or fridge that is too warm",
  bad: (view) =>
    isThawing(view)
      ? `Frozen food may thaw: ${view.where} ${view.isAt}`
      : `Too warm for food: ${view.where} ${view.isAt}${view.trend}`,
  worse: (view) => COLD_STORAGE.bad(view),
  still: (view) => `Still too warm for food: ${view.where} ${view.isAt}`,
  over: (view) => `Cold again: ${view.where} ${view.isAt}`,
  advice: (view) =>
    isThawing(view)
      ? "Move it to another freezer, or cook it. Food that still has ice crystals can be frozen again."
      : "Check its door and its plug. Keep it shut: a full freezer holds for two days.",
};

const ANY_ROOM = "A room";

/** When the first room may freeze, by the clock. */
const boundText = (view: NoticeView): string => {
  const from = freezesFrom(view);
  if (from === null) return "";
  const when = from === "now" ? "by now" : `from ${hourText(from)} on`;
  const room = namedIn(view, "room");
  return `. ${room === null ? ANY_ROOM : nameText(room, ANY_ROOM)} may be at ${view.say.freezing()} ${when}`;
};

const INCIDENT: KindWords = {
  noun: "home offline",
  plight: "no power, or all devices offline",
  bad: (view) =>
    isPowerOut(view)
      ? `No power in ${view.home} since ${hourText(lastHeard(view))}, and it's getting cold${boundText(view)}`
      : `Offline since ${hourText(lastHeard(view))}: ${view.home}. Power or internet?${boundText(view).replace(".", "")}`,
  still: (view) =>
    isPowerOut(view)
      ? `Still no power in ${view.home}, for ${view.lasted}${boundText(view)}`
      : `Still offline: ${view.home}, for ${view.lasted}${boundText(view)}`,
  worse: (view) => INCIDENT.still(view),
  over: (view) => (isPowerOut(view) ? `The power is back in ${view.home}` : `${view.home} is back online`),
  advice: () => "Ask someone nearby to check the power. Most heating stops without it.",
};

const ruleName = ({ finding }: NoticeView): string =>
  nameText("name" in finding.settings ? finding.settings.name : "", "Custom rule");

const reading = (view: NoticeView): string =>
  hasNumber(view) ? `${view.where} ${view.isAt}${view.trend}` : view.where;

const RULE: KindWords = {
  noun: "custom rule",
  plight: "a custom rule",
  bad: (view) => `${ruleName(view)}: ${reading(view)}`,
  still: (view) => `Still: ${ruleName(view)}: ${reading(view)}`,
  over: (view) => `Over: ${ruleName(view)}: ${reading(view)}`,
  advice: () => "From your custom rule.",
};

export const EN_KINDS: Record<AlertKind, KindWords> = {
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
