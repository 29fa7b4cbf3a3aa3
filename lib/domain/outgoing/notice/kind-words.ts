import type { AlertKind } from "../../../../schema/vocabulary.ts";
import { type NoticeView, valueText } from "./notice-view.ts";
import { oneLine } from "./plain-text.ts";

/** What a kind says: when it begins or gets worse, while it lasts, when it is over, and what to do about it. */
export type KindWords = {
  /** In a list of counts: `2 freeze, 1 leak`. */
  noun: string;
  /** In a sentence about an alert: `Crawlspace: freezing cold, critical`. */
  plight: string;
  bad: (view: NoticeView) => string;
  still: (view: NoticeView) => string;
  over: (view: NoticeView) => string;
  advice: (view: NoticeView) => string;
};

const isCritical = ({ finding }: NoticeView): boolean => finding.severity === "critical";
const more = ({ finding }: NoticeView, name: string): string | number | null =>
  finding.evidence?.more?.[name] ?? null;

const FREEZE: KindWords = {
  noun: "freeze",
  plight: "freezing cold",
  bad: (view) =>
    `${isCritical(view) ? "Pipes may freeze" : "Getting cold"}: ${view.where} is at ${view.value}`,
  still: (view) =>
    `Still ${isCritical(view) ? "close to freezing" : "cold"}: ${view.where} is at ${view.value}`,
  over: (view) => `Warm again: ${view.where} is at ${view.value}`,
  advice: (view) =>
    isCritical(view)
      ? "Check the heating now. Open cabinet doors, let taps drip, and know where the main shut-off valve is."
      : "Check the heating, doors and windows there.",
};

const isDry = ({ finding }: NoticeView): boolean => finding.limit?.name === "low";

const HUMIDITY: KindWords = {
  noun: "humidity",
  plight: "humidity",
  bad: (view) => `${isDry(view) ? "Dry air" : "Damp"}: ${view.where} is at ${view.value}`,
  still: (view) => `Still ${isDry(view) ? "dry" : "damp"}: ${view.where} is at ${view.value}`,
  over: (view) => `Humidity is fine again: ${view.where} is at ${view.value}`,
  advice: (view) =>
    isDry(view)
      ? "Humidify, or turn the heating down a little."
      : "Air the room or run a dehumidifier: mould grows above 60%.",
};

const LEAK: KindWords = {
  noun: "leak",
  plight: "water",
  bad: ({ where }) => `Water leak: ${where} is wet`,
  still: ({ where }) => `Still wet: ${where}`,
  over: ({ where }) => `Dry again: ${where}`,
  advice: () => "Shut off the water, and the power there if water is near it. Then look for the source.",
};

const OUTAGE: KindWords = {
  noun: "outage",
  plight: "a device is silent",
  bad: ({ where, clock }) => `No word from ${where} since ${clock}`,
  still: ({ where, lasted }) => `Still no word from ${where}, for ${lasted}`,
  over: ({ where }) => `${where} is back`,
  advice: () =>
    "Check its power, its battery and the Wi-Fi there. Until it reports again nothing watches that place.",
};

const isIndoor = ({ finding }: NoticeView): boolean => finding.limit?.name === "indoor_low";

const FORECAST: KindWords = {
  noun: "forecast",
  plight: "frost is forecast",
  bad: (view) =>
    isIndoor(view)
      ? `${view.where} may fall to ${view.value} by ${view.time}`
      : `Hard freeze ahead: ${view.value} on ${view.time}`,
  still: (view) => FORECAST.bad(view),
  over: (view) =>
    isIndoor(view) ? `${view.where} should stay warm enough` : "The hard freeze is off the forecast",
  advice: () => "Before it gets cold: let taps drip, open cabinet doors, close vents, and check the heating.",
};

const hours = (value: string | number | null): string =>
  typeof value === "number" ? String(value < 10 ? Number(value.toFixed(1)) : Math.round(value)) : "?";

function leftText(view: NoticeView): string {
  const left = hours(view.finding.evidence?.value ?? null);
  const high = more(view, "hours_high");
  const range = `${hours(more(view, "hours_low"))} to ${high === null ? "many" : hours(high)}`;
  return `${left} h (${range})`;
}

const BASIS: Record<string, string> = {
  fitted: "how it has been cooling and the forecast outside",
  default: "a usual home and the forecast outside, for want of a longer record",
  trend: "how it has been cooling, without a forecast",
};

/** Of a time that was left, its temperature. */
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
  bad: (view) => `About ${leftText(view)} until ${view.where} freezes`,
  still: (view) => TIME_TO_FREEZE.bad(view),
  over: (view) => `${view.where} holds at ${holdsAt(view)} for now`,
  advice: (view) =>
    `Get the heating going, or drain the pipes in time. Estimated from ${BASIS[String(more(view, "basis"))] ?? "its readings"}.`,
};

const freezingText = (view: NoticeView): string => {
  const low = more(view, "hours_low");
  return low === null ? "" : `; it could reach 32 °F in ${hours(low)} h`;
};

const HEATING_STOPPED: KindWords = {
  noun: "heating",
  plight: "heating that may have stopped",
  bad: (view) =>
    `Has the heating stopped? ${view.where} is at ${view.value} and falling${freezingText(view)}`,
  still: (view) => `The heating seems to be off: ${view.where} is at ${view.value}${freezingText(view)}`,
  over: (view) => `Holds for now: ${view.where} is at ${view.value}`,
  advice: () =>
    "Did you turn it down, or is a door open? If not, look at the boiler, its fuel and its fuse now.",
};

const COLD_STORAGE: KindWords = {
  noun: "freezer or fridge",
  plight: "a freezer or fridge that is too warm",
  bad: (view) => `Too warm for food: ${view.where} is at ${view.value}`,
  still: (view) => `Still too warm for food: ${view.where} is at ${view.value}`,
  over: (view) => `Cold again: ${view.where} is at ${view.value}`,
  advice: () => "Check its door, its plug and its fuse, and keep it shut: a full freezer holds for two days.",
};

const FAULT_WORDS: Record<string, string> = {
  unplugged: "reports that it is unplugged or broken",
  stuck: "repeats one value and may be stuck",
};

const faultText = (view: NoticeView): string =>
  FAULT_WORDS[String(more(view, "fault"))] ?? "cannot be believed";

/** Who watches meanwhile. */
function watchText(view: NoticeView): string {
  const guards = more(view, "guards");
  const standIn = more(view, "stand_in");
  if (standIn !== null) return `Until then the nearest sensor, ${standIn}, stands in for it.`;
  if (guards === null) return "Until then nothing watches that place.";
  return `Until then nothing watches that place for ${guards === "water" ? "water" : "frost"}.`;
}

const SENSOR_FAULT: KindWords = {
  noun: "sensor fault",
  plight: "a sensor that cannot be believed",
  bad: (view) => `Blind: ${view.where} ${faultText(view)}`,
  still: (view) => `Still blind: ${view.where} ${faultText(view)}`,
  over: ({ where }) => `${where} measures again`,
  advice: (view) => `Look at its cable and battery. ${watchText(view)}`,
};

const RULE_NAME_CHARACTERS_MAX = 60;
const ruleName = ({ finding }: NoticeView): string =>
  "name" in finding.settings ? oneLine(finding.settings.name, RULE_NAME_CHARACTERS_MAX) : "Your rule";

/** A state has no number worth telling. */
const reading = ({ finding, where, value }: NoticeView): string =>
  finding.evidence?.unit === null ? where : `${where} is at ${value}`;

const RULE: KindWords = {
  noun: "own rule",
  plight: "a rule of yours",
  bad: (view) => `${ruleName(view)}: ${reading(view)}`,
  still: (view) => `Still: ${ruleName(view)}: ${reading(view)}`,
  over: (view) => `Over: ${ruleName(view)}: ${reading(view)}`,
  advice: () => "This is a rule of your household.",
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
  rule: RULE,
};
