import type { SensorKind } from "../../../schema/vocabulary.ts";
import type { MoodWords } from "../../language/en/moods.ts";
import { sensorNameIn } from "../../language/given-names.ts";
import { KIND_NAMES, MOOD_WORDS } from "../../language/languages.ts";
import { sayIn } from "../../language/say.ts";
import type { AirKind } from "../../language/words.ts";
import type { Member } from "../../people/items.ts";
import {
  type ActiveAlert,
  type ChosenMood,
  type Climate,
  climateOf,
  type DerivedMood,
  type LiveReading,
  localHour,
  type MoodFacts,
  type MoodOverride,
} from "./climate.ts";

/** Limits in the canonical units of lib/kernel/units.ts: °C, %, ppm, µg/m³, ppb. */
const COLD = 18;
/** Bedrooms are let cool down. */
const NIGHT_COLD = 16;
/** 50 °F, the contract's vacation limit: heating is turned down on purpose above it. */
const VACATION_COLD = 10;
const COSY_FROM = 20;
const COSY_TO = 25;
const HOT = 30;

const NAMES_MAX = 3;

/** Who reads why; a unit of null is the home's. */
export type MoodReader = Pick<Member, "language" | "temperatureUnit">;

/** Everything that a judgement reads. */
type Scene = Pick<MoodFacts, "activeAlerts" | "isOnVacation"> & {
  climate: Climate;
  words: MoodWords;
  /** Names as the reader's language lists them. */
  listed: (names: readonly string[]) => string;
  /** A temperature in °C as they read it, to one decimal. */
  degrees: (celsius: number) => string;
  /** 0–23, the home's own. */
  hour: number;
};

type Judgement = (scene: Scene) => DerivedMood | null;

const BAD_AIR: { kind: AirKind; above: number }[] = [
  { kind: "co2", above: 2_000 },
  { kind: "pm25", above: 55 },
  { kind: "voc", above: 2_200 },
  { kind: "humidity", above: 70 },
];

const isNight = (hour: number): boolean => hour >= 22 || hour < 6;
const isEvening = (hour: number): boolean => hour >= 17 && hour < 22;

const of = (climate: Climate, kind: SensorKind): LiveReading[] =>
  climate.live.filter((reading) => reading.kind === kind);

/** The bay's temperature: the mean of its sensors; null without any. */
function warmth(climate: Climate): number | null {
  const readings = of(climate, "temperature");
  return readings.length === 0 ? null : readings.reduce((sum, { value }) => sum + value, 0) / readings.length;
}

/** What no override hides: a leak, whatever its severity, and anything critical. */
const water: Judgement = ({ climate, words, listed }) => {
  const wet = of(climate, "flood").filter(({ value }) => value !== 0);
  return wet.length === 0
    ? null
    : { mood: "alarmed", reason: words.water(listed(wet.map(({ label }) => label))) };
};

const isAlarming = ({ kind, severity }: ActiveAlert): boolean => severity === "critical" || kind === "leak";

const gravity: Judgement = ({ activeAlerts, listed }) => {
  const grave = activeAlerts.filter(isAlarming);
  return grave.length === 0 ? null : { mood: "alarmed", reason: listed(grave.map(({ title }) => title)) };
};

/** Null where nothing is missing. */
function missingText({ climate: { silent, unplugged }, words, listed }: Scene): string | null {
  if (silent.length > 0) return words.offline(listed(silent), silent.length);
  return unplugged.length > 0 ? words.unplugged(listed(unplugged)) : null;
}

const silence: Judgement = (scene) =>
  scene.climate.live.length > 0
    ? null
    : { mood: "offline", reason: missingText(scene) ?? scene.words.noReadings };

const warnings: Judgement = ({ activeAlerts, listed }) =>
  activeAlerts.length === 0
    ? null
    : { mood: "worried", reason: listed(activeAlerts.map(({ title }) => title)) };

const missing: Judgement = (scene) => {
  const reason = missingText(scene);
  return reason === null ? null : { mood: "worried", reason };
};

const air: Judgement = ({ climate, words }) => {
  for (const { kind, above } of BAD_AIR) {
    const bad = of(climate, kind).find(({ value }) => value > above);
    if (bad !== undefined) return { mood: "worried", reason: words.air[kind](bad.label) };
  }
  return null;
};

const heat: Judgement = ({ climate, words, degrees }) => {
  const mean = warmth(climate);
  return mean !== null && mean >= HOT ? { mood: "worried", reason: words.hot(degrees(mean)) } : null;
};

/** Somebody at the door while everybody is away. */
const intruders: Judgement = ({ climate, isOnVacation, words, listed }) => {
  const moved = [...of(climate, "door"), ...of(climate, "motion")].filter(({ value }) => value !== 0);
  return !isOnVacation || moved.length === 0
    ? null
    : { mood: "worried", reason: words.intruders(listed(moved.map(({ label }) => label))) };
};

const cold: Judgement = ({ climate, hour, isOnVacation, words, degrees }) => {
  const mean = warmth(climate);
  const limit = isOnVacation ? VACATION_COLD : isNight(hour) ? NIGHT_COLD : COLD;
  return mean !== null && mean < limit ? { mood: "chilly", reason: words.cold(degrees(mean)) } : null;
};

const rest: Judgement = ({ hour, isOnVacation, words }) => {
  if (isOnVacation) return { mood: "sleepy", reason: words.away };
  return isNight(hour) ? { mood: "sleepy", reason: words.night } : null;
};

const comfort: Judgement = ({ climate, hour, words, degrees }) => {
  const mean = warmth(climate);
  const isComfortable = mean !== null && mean >= COSY_FROM && mean <= COSY_TO;
  return isComfortable && isEvening(hour) ? { mood: "cozy", reason: words.warmEvening(degrees(mean)) } : null;
};

/** Asked in this order: the first that has something to say is the mood. */
const JUDGEMENTS: readonly Judgement[] = [
  water,
  gravity,
  silence,
  warnings,
  missing,
  air,
  heat,
  intruders,
  cold,
  rest,
  comfort,
];

/** The moment of the end is the end. */
const overrideHolds = ({ until }: MoodOverride, now: Date): boolean => until === null || now < until;

/**
 * What a person has set stands before what the sensors say, until it runs out. Only an alarm breaks through:
 * nobody shall smile while water runs. Then the override waits behind it, and its end is still shown.
 */
export function chooseMood(
  derived: DerivedMood,
  override: MoodOverride | null,
  { language }: Pick<MoodReader, "language">,
  now: Date,
): ChosenMood {
  if (override === null || !overrideHolds(override, now)) {
    return { ...derived, source: "derived", overrideUntil: null };
  }
  const words = MOOD_WORDS[language];
  const overrideUntil = override.until;
  if (derived.mood !== "alarmed") {
    return { mood: override.mood, source: "override", reason: words.setByHand, overrideUntil };
  }
  const reason = words.breaksThrough(derived.reason);
  return { mood: "alarmed", source: "derived", reason, overrideUntil };
}

/** How a bay feels and why, for its reader: the gravest of what can be said of it, from its facts at `now` alone. */
export function deriveMood(
  facts: MoodFacts,
  { language, temperatureUnit }: MoodReader,
  now: Date,
): DerivedMood {
  const { activeAlerts, isOnVacation, timeZone } = facts;
  const words = MOOD_WORDS[language];
  const unit = `°${temperatureUnit ?? facts.temperatureUnit}` as const;
  const say = sayIn({ language, temperatureUnit: unit, timeZone });
  const scene: Scene = {
    ...{ activeAlerts, isOnVacation, words },
    climate: climateOf(
      facts.sensors.map((sensor) => ({ ...sensor, label: sensorNameIn(sensor, KIND_NAMES[language]) })),
      now,
    ),
    hour: localHour(timeZone, now),
    listed: (names) => words.list(names.slice(0, NAMES_MAX), names.length - NAMES_MAX),
    degrees: (celsius) => say.quantity({ value: celsius, unit: "°C" }),
  };
  for (const judgement of JUDGEMENTS) {
    const derived = judgement(scene);
    if (derived !== null) return derived;
  }
  return { mood: "happy", reason: words.well };
}
